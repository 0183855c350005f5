import type { Reader } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { fanIdOf, findItem } from "../find-items.ts";
import type { ContentNeeds } from "../needs.ts";
import type { Found } from "../present-item.ts";
import type { ItemViewer } from "../rules/access.ts";
import { type PostAction, type PostObjection, type PostPerson, postObjection } from "../rules/commenting.ts";
import { isBuyerOf } from "../store/comments-store.ts";

export type PostRefusal = PostObjection | "unknown_item";

/** A post for somebody who wants to do something with it, and how they stand to it. */
export async function openPost(
  needs: ContentNeeds,
  viewer: ItemViewer,
  postId: number,
  action: PostAction,
): Promise<Result<{ post: Found; person: PostPerson }, PostRefusal>> {
  const post = await findItem(needs)("post", postId, viewer);
  if (!post) return refuse("unknown_item");
  const person = await personBefore(needs, needs.db, viewer, post);
  const objection = postObjection(person, action);
  return objection ? refuse(objection) : ok({ post, person });
}

async function personBefore(
  { catalog, subscriptions, isMuted }: ContentNeeds,
  reader: Reader,
  viewer: ItemViewer,
  { item, access }: Found,
): Promise<PostPerson> {
  if (viewer === null) return { kind: "guest" };
  const modelId = item.model_id;
  if (viewer.role === "model") return { kind: viewer.userId === modelId ? "own_model" : "other_model" };
  if (viewer.role === "admin") return { kind: "staff" };
  const fanId = fanIdOf(viewer);
  const [model, hasBlocked, subscribed, buyer, muted] = await Promise.all([
    catalog.model(reader, modelId, fanId),
    catalog.isBlocked(reader, fanId, modelId),
    subscriptions.subscribed(reader, fanId, [modelId]),
    isBuyerOf(reader, fanId, modelId),
    isMuted(reader, modelId, fanId),
  ]);
  const customer = buyer || subscribed.has(modelId);
  return {
    kind: "fan",
    open: access !== "locked",
    withdrawn: item.withdrawn_at !== null,
    customer,
    banned: model?.banned ?? false,
    hasBlocked,
    muted,
  };
}

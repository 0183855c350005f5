import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentNeeds } from "../needs.ts";
import type { ItemViewer } from "../rules/access.ts";
import { type PostAction, type PostObjection, postObjection } from "../rules/commenting.ts";
import {
  type CommentRow,
  commentOfClient,
  commentsPage,
  commentsPerPage,
  commentToRemove,
  insertComment,
  type Reactions,
  reactionsOf,
  removeComment,
  setLike,
  shownComment,
} from "../store/comments-store.ts";
import { openPost, type PostRefusal } from "./post-person.ts";

type Person = NonNullable<ItemViewer>;

/** `author.name` is null when the account is closed. */
export type Comment = CommentRow & {
  author: { name: string | null; avatar: string | null };
};

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** A comment was added to a post, or removed. `modelId`: the model of the post; rows of older releases lack it. */
    comments_changed: { postId: number; modelId?: number };
  }
}

type CommentsPage = { comments: Comment[]; more: boolean; objection: PostObjection | null };

const commentsPerHour = 30;
/** A model answers many fans. */
const answersPerHour = 300;
const hourSeconds = 3_600;

/** A page of the comments on a post, for whom it is open, the latest first, and why the viewer may not add to it. */
export function listComments(needs: ContentNeeds) {
  return async (
    viewer: ItemViewer,
    order: { postId: number; before: number | null },
  ): Promise<Result<CommentsPage, PostRefusal>> => {
    const opened = await openPost(needs, viewer, order.postId, "read");
    if (!opened.ok) return opened;
    const rows = await commentsPage(needs.db, { itemId: order.postId, before: order.before });
    return ok({
      comments: await withAuthors(needs, opened.post.item.model_id, rows.slice(0, commentsPerPage)),
      more: rows.length > commentsPerPage,
      objection: postObjection(opened.person, "comment"),
    });
  };
}

/** One comment with the title of its post, if the viewer sees it there; undefined otherwise. */
export function readComment(needs: ContentNeeds) {
  return async (viewer: ItemViewer, id: number): Promise<(Comment & { title: string }) | undefined> => {
    const row = await shownComment(needs.db, id);
    if (!row || !(await openPost(needs, viewer, row.item_id, "read")).ok) return undefined;
    const [comment] = await withAuthors(needs, row.model_id, [row]);
    return comment;
  };
}

/** Comments under the posts of one model with their authors' names and faces. */
export async function withAuthors<Row extends CommentRow>(
  { db, accounts, catalog }: ContentNeeds,
  modelId: number,
  rows: readonly Row[],
): Promise<(Row & Pick<Comment, "author">)[]> {
  const fans = rows.flatMap(({ author_role, author_id }) => (author_role === "fan" ? [author_id] : []));
  const [faces, models] = await Promise.all([accounts.faces(db, fans), catalog.faces(db, [modelId])]);
  const model = models.get(modelId);
  return rows.map((row) => {
    const face = faces.get(row.author_id);
    const fan = face && !face.blocked ? { name: face.login, avatar: face.avatar } : null;
    const author = row.author_role === "model" ? model : fan;
    return { ...row, author: author ?? { name: null, avatar: null } };
  });
}

export type CommentOrder = { postId: number; text: string; clientId: string };
export type CommentRefusal =
  | { code: PostRefusal | "key_reused" }
  | { code: "too_many"; retryAfterSeconds: number };

/**
 * Comments on a post as one of its model's customers, or as the model. A repeated `clientId` names the same comment.
 * Fans write thirty an hour, models three hundred.
 */
export function writeComment(needs: ContentNeeds) {
  const limits = {
    fan: needs.limits.create("comments", commentsPerHour, hourSeconds),
    model: needs.limits.create("comments_of_models", answersPerHour, hourSeconds),
  };
  return async (
    author: Person,
    { postId, text, clientId }: CommentOrder,
  ): Promise<Result<{ comment: Comment }, CommentRefusal>> => {
    const opened = await openPost(needs, author, postId, "comment");
    if (!opened.ok) return refuse({ code: opened.refusal });
    const modelId = opened.post.item.model_id;
    const answer = async (row: CommentRow): Promise<Result<{ comment: Comment }, CommentRefusal>> => {
      if (row.item_id !== postId) return refuse({ code: "key_reused" });
      const [comment] = await withAuthors(needs, modelId, [row]);
      return comment ? ok({ comment }) : refuse({ code: "unknown_item" });
    };
    const known = await commentOfClient(needs.db, author.userId, clientId);
    if (known) return answer(known);
    const limit = limits[author.role === "model" ? "model" : "fan"];
    const retryAfterSeconds = await limit.take(String(author.userId));
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    const written = await unlessStranger(() =>
      inTransaction(needs.db, async (tx) => {
        const added = await insertComment(tx, {
          item_id: postId,
          author_id: author.userId,
          author_role: author.role === "model" ? "model" : "fan",
          body: text,
          client_id: clientId,
          written_at: needs.clock.now(),
        });
        if (added) await publishChanged(tx, added);
        return added;
      }),
    );
    if (written === "stranger") return refuse({ code: await whyNot(needs, author, postId, "comment") });
    const row = written ?? (await commentOfClient(needs.db, author.userId, clientId));
    return row ? answer(row) : refuse({ code: "unknown_item" });
  };
}

/** The database's own word: since it was asked somebody blocked somebody, the post was taken back, or the last paid day ended. */
export async function unlessStranger<Value>(write: () => Promise<Value>): Promise<Value | "stranger"> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: unknown }).code === "CO002") return "stranger";
    throw error;
  }
}

/** The reason that has come in between since it was asked. */
async function whyNot(
  needs: ContentNeeds,
  person: Person,
  postId: number,
  action: PostAction,
): Promise<PostRefusal> {
  const opened = await openPost(needs, person, postId, action);
  return opened.ok ? "customers_only" : opened.refusal;
}

/** Takes a comment back, or away from under one's own post. Nobody else learns whether there is one. Repeated, it is done. */
export function takeAwayComment(needs: ContentNeeds) {
  return (person: Person, id: number): Promise<Result<object, "unknown_comment">> =>
    inTransaction(needs.db, async (tx) => {
      const comment = await commentToRemove(tx, id);
      const isAuthor = comment?.author_id === person.userId;
      if (!comment || !(isAuthor || (person.role === "model" && comment.model_id === person.userId)))
        return refuse("unknown_comment");
      if (!comment.removed_at)
        await remove(tx, comment, { by: isAuthor ? "author" : "model", at: needs.clock.now() });
      return ok({});
    });
}

async function remove(
  tx: Tx,
  comment: CommentRow,
  removal: Parameters<typeof removeComment>[2],
): Promise<void> {
  await removeComment(tx, comment.id, removal);
  await publishChanged(tx, comment);
}

const publishChanged = (tx: Tx, { item_id: postId, model_id: modelId }: CommentRow) =>
  publishEvent(tx, "comments_changed", { postId, modelId }, `content.post.${postId}`);

/** Whether somebody may be notified that the comments of a post changed: for whom the post is open. */
export function mayFollowComments(needs: ContentNeeds) {
  return async (viewer: Person, postId: number): Promise<Result<object, "forbidden" | "not_found">> => {
    const opened = await openPost(needs, viewer, postId, "read");
    if (opened.ok) return ok({});
    return refuse(opened.refusal === "unknown_item" ? "not_found" : "forbidden");
  };
}

/** Takes a comment away for the staff, in their transaction; answers whether it was still there. */
export async function removeForStaff(tx: Tx, id: number, at: Date): Promise<boolean> {
  const comment = await commentToRemove(tx, id);
  if (!comment || comment.removed_at) return false;
  await remove(tx, comment, { by: "staff", at });
  return true;
}

/** Gives a post a fan's heart, or takes it back. A heart that was given before may always be taken back. */
export function likePost(needs: ContentNeeds) {
  return async (
    fan: Person,
    { postId, liked }: { postId: number; liked: boolean },
  ): Promise<Result<{ reactions: Reactions }, PostRefusal>> => {
    const opened = liked ? await openPost(needs, fan, postId, "like") : ok({});
    if (!opened.ok) return opened;
    const done = await unlessStranger(() =>
      inTransaction(needs.db, (tx) =>
        setLike(tx, { itemId: postId, fanId: fan.userId, liked, at: needs.clock.now() }),
      ),
    );
    if (done === "stranger") return refuse(await whyNot(needs, fan, postId, "like"));
    const reactions = (await reactionsOf(needs.db, [postId], fan.userId)).get(postId);
    return reactions ? ok({ reactions }) : refuse("unknown_item");
  };
}

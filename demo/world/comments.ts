import { createHash } from "node:crypto";
import { z } from "zod";
import type { Content } from "#server/content/content.ts";
import type { Clock } from "#server/kit/clock.ts";
import { planContent } from "../content/plan.ts";
import { demoModel } from "../models.ts";
import { readTexts } from "../texts.ts";

/** The comments of the demo world's fans and models on posts, by login, so many minutes after each was published. */
export const commentTexts = readTexts(
  "content/comments.json",
  z.array(
    z.strictObject({
      post: z.string(),
      author: z.string(),
      text: z.string(),
      afterMinutes: z.int().positive(),
    }),
  ),
);

type CommentNeeds = {
  content: Pick<Content, "seeded" | "importComments">;
  clock: Clock;
  ids: ReadonlyMap<string, number>;
};

/** Lets people comment on posts that are open to them, once; what was removed since does not come again. */
export async function seedComments({ content, clock, ids }: CommentNeeds): Promise<void> {
  const items = await content.seeded();
  const ages = new Map(planContent().map(({ seedKey, hoursAgo }) => [seedKey, hoursAgo]));
  const now = clock.now().getTime();
  const comments = commentTexts.flatMap(({ post, author, text, afterMinutes }, index) => {
    const [itemId, id, hoursAgo] = [items.get(post)?.id, ids.get(author), ages.get(post)];
    if (itemId === undefined || id === undefined || hoursAgo === undefined) return [];
    return [
      {
        itemId,
        author: { id, role: demoModel(author) ? ("model" as const) : ("fan" as const) },
        text,
        clientId: uuidOf(`comment ${index}`),
        // Nobody has commented later than now.
        writtenAt: new Date(Math.min(now, now - hoursAgo * 3_600_000 + afterMinutes * 60_000)),
      },
    ];
  });
  await content.importComments(comments);
}

/** The same UUID (version 8, RFC 9562) for the same name. */
function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import type { Reader } from "#server/kit/database/database.ts";
import type { CounterSource } from "#server/profiles/profiles.ts";
import type { Modules } from "./needs.ts";

/**
 * The sources of the numbers in the main menu. A module that has unread or unseen things for a person adds its own
 * here.
 */
export function menuCounters(
  db: Reader,
  { content, messaging }: Pick<Modules, "content" | "messaging">,
): readonly CounterSource[] {
  return [
    async ({ id, role }) => {
      if (role === "model") return { not_seen_comments: await content.comments.unseen(id) };
      if (role !== "fan") return {};
      const { video, post } = await content.unseen(id);
      return { not_seen_attachments: video, not_seen_posts: post };
    },
    async ({ id, role }) =>
      role === "admin" ? {} : { unread_messages: await messaging.unread(db, { id, role: role }) },
  ];
}

import type { MenuCounters } from "#contract/profile.ts";
import type { Content } from "#server/content/content.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Messaging } from "#server/messaging/messaging.ts";

export type CounterNeeds = {
  db: Reader;
  content: { unseen: Content["unseen"]; comments: Pick<Content["comments"], "unseen"> };
  messaging: Pick<Messaging, "unread">;
};

/** The numbers in a person's main menu: unread messages, and what they have not seen yet. Staff have none. */
export const menuCounters =
  ({ db, content, messaging }: CounterNeeds) =>
  async ({ id, role }: Pick<Account, "id" | "role">): Promise<MenuCounters> => {
    const [unread_messages, unseen, comments] = await Promise.all([
      role === "admin" ? 0 : messaging.unread(db, { id, role }),
      role === "fan" ? content.unseen(id) : { video: 0, post: 0 },
      role === "model" ? content.comments.unseen(id) : 0,
    ]);
    return {
      unread_messages,
      not_seen_attachments: unseen.video,
      not_seen_posts: unseen.post,
      ...(role === "model" && { not_seen_comments: comments }),
    };
  };

import type { Database } from "#server/kit/database/database.ts";
import { unreadProblems } from "#server/messaging/messaging.ts";

/** Throws unless the numbers of unread messages that are kept are those that there are. */
export async function auditUnread(db: Database): Promise<void> {
  const problems = await unreadProblems(db);
  if (problems.length > 0) throw new Error(`unread messages are counted wrong:\n${problems.join("\n")}`);
}

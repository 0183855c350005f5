import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type RemoveCommentOrder = { commentId: number; reason: string; clientId: string };
export type RemoveCommentRefusal = "unknown_comment" | "key_reused";

/** Takes a comment away and records it in the same transaction. A repeated order changes nothing. */
export function removeCommentOf({ db, clock, content, support }: AdminNeeds) {
  return (staff: Staff, order: RemoveCommentOrder): Promise<Result<object, RemoveCommentRefusal>> =>
    inTransaction(db, async (tx) => {
      const entry = {
        key: `comment:${order.clientId}`,
        staff,
        action: "remove_comment",
        target: `comment:${order.commentId}`,
        label: `#${order.commentId}`,
        reason: order.reason,
        at: clock.now(),
      } as const;
      const recorded = await support.isRecorded(tx, entry);
      if (recorded === "other") return refuse("key_reused");
      if (recorded === "same") return ok({});
      if (!(await content.comments.removeForStaff(tx, order.commentId))) return refuse("unknown_comment");
      await support.record(tx, entry);
      return ok({});
    });
}

import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowsNeeds } from "../needs.ts";
import { closeRequest, requestById, withdrawAllOf } from "../store/show-requests-store.ts";
import { publishAnswered } from "./answer-request.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** A fan's request or invitation is withdrawn, because their account was blocked. */
    show_request_withdrawn: { requestId: number };
  }
}

/** Withdraws a fan's own request; harmless once it has been answered. */
export function withdrawRequest(needs: ShowsNeeds) {
  return async (fanId: number, id: number): Promise<Result<object, "unknown_request">> => {
    const row = await requestById(needs.db, id);
    if (row?.fan_id !== fanId || row.asked_by !== "fan") return refuse("unknown_request");
    const closed = await inTransaction(needs.db, (tx) => closeRequest(tx, id, { state: "withdrawn" }));
    if (closed) await publishAnswered(needs, id);
    return ok({});
  };
}

/**
 * Withdraws all that a fan has asked for and is invited to, in the transaction that blocks their account and after its
 * lock; the models are notified once it is committed.
 */
export async function withdrawRequests(tx: Tx, fanId: number): Promise<void> {
  const withdrawn = await withdrawAllOf(tx, fanId);
  await publishEvents(
    tx,
    withdrawn.map((requestId) => ({ kind: "show_request_withdrawn", payload: { requestId } })),
  );
}

/** Notifies both of what was closed by something else than an answer. Safe to repeat. */
export function onRequestClosed(needs: ShowsNeeds) {
  return ({ requestId }: { requestId: number }): Promise<void> => publishAnswered(needs, requestId);
}

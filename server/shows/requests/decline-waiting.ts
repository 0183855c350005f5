import type { Tx } from "#server/kit/database/database.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import { closeAllOfModel } from "../store/show-requests-store.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Closes a fan's requests and invitations whose model has begun a show, or is off air. */
    show_request_declined: { requestId: number };
  }
}

/**
 * Closes the requests that wait for an answer between a model and fans, in the transaction that holds the room's lock
 * and makes an answer impossible: each is notified at once and not when its time is over. If the reason is a promo,
 * others learn only that the model is away.
 */
export async function declineWaiting(
  tx: Tx,
  modelId: number,
  { mode, now }: { mode: "private" | "vip" | "promo" | null; now: Date },
): Promise<void> {
  const reason = mode === "private" || mode === "vip" ? "in_show" : "stream_not_started";
  const closed = await closeAllOfModel(tx, modelId, { reason, now });
  await publishEvents(
    tx,
    closed.map((requestId) => ({ kind: "show_request_declined", payload: { requestId } })),
  );
}

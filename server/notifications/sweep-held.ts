import { inTransaction } from "#server/kit/database/transaction.ts";
import { keysQueued } from "#server/kit/jobs.ts";
import { heldKey, queueHeld } from "./hold-push.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { usefulMsMax } from "./rules/push-text.ts";
import { deleteHeldBefore, devicesWithHeld } from "./store/held-store.ts";

/**
 * Gives what is held back another job where its own used up its tries, and drops what is of no use to anybody: nothing is
 * held back for ever. It looks at `limit` devices at a time.
 */
export function sweepHeld({ db, clock, log }: Pick<NotificationsNeeds, "db" | "clock" | "log">, limit = 500) {
  return async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - usefulMsMax);
    const dropped = await inTransaction(db, (tx) => deleteHeldBefore(tx, before));
    if (dropped > 0) log.warn({ dropped }, "notifications were held back for too long and were dropped");
    let after = 0;
    for (;;) {
      const devices = await devicesWithHeld(db, { after, limit });
      const queued = await keysQueued(db, devices.map(heldKey));
      for (const device of devices)
        if (!queued.has(heldKey(device))) await inTransaction(db, (tx) => queueHeld(tx, device));
      const last = devices.at(-1);
      if (!last || devices.length < limit) return;
      after = last.deviceId;
    }
  };
}

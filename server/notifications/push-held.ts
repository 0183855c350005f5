import { z } from "zod";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { hold, queueHeld, quietHoursOf } from "./hold-push.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { queuePush } from "./push-items.ts";
import { isReachable } from "./rules/is-reachable.ts";
import { heldMessage } from "./rules/push-text.ts";
import { quietUntil } from "./rules/quiet-hours.ts";
import { takeHeld } from "./store/held-store.ts";
import { unreadItems } from "./store/items-store.ts";
import { settingsOf } from "./store/settings-store.ts";

const payload = z.object({ deviceId: z.int(), fanId: z.int() });
const ttlSeconds = 12 * 3_600;
const pauseMs = 60_000;

/**
 * After the quiet hours a device gets what was held back for it, but for what was read meanwhile: one as it is, several as
 * one. Where quiet hours hold again, it waits for their end.
 */
export function pushHeld(needs: NotificationsNeeds) {
  const { db, clock, push } = needs;
  return async (queued: unknown): Promise<void> => {
    const job = payload.parse(queued);
    const quiet = quietHoursOf(await settingsOf(db, job.fanId));
    const until = quiet && quietUntil(clock.now(), quiet);
    if (until) return inTransaction(db, (tx) => queueHeld(tx, job, until));
    const device = await push.live(job.deviceId);
    const fan = await needs.accounts.byId(db, job.fanId);
    const isWanted = device?.fan_id === job.fanId && fan !== undefined && isReachable(fan);
    const ids = await inTransaction(db, async (tx) => {
      const held = (await unreadItems(tx, await takeHeld(tx, job.deviceId))).map(({ id }) => id);
      const [only] = held;
      if (isWanted && only && held.length === 1)
        await queuePush(tx, { deviceId: job.deviceId, itemId: only, tries: 0 });
      return held;
    });
    if (!isWanted || ids.length < 2) return;
    const message = heldMessage({ fanId: fan.id, count: ids.length }, fan.language, needs.secret);
    const outcome = await push.send(device, message, { ttlSeconds, urgency: "normal", topic: message.tag });
    if (typeof outcome === "string") return;
    // The push service is away or asks for a pause.
    const again = new Date(clock.now().getTime() + (outcome.afterMs ?? pauseMs));
    await inTransaction(db, (tx) => hold(tx, job, ids, again));
  };
}

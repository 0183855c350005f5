import { z } from "zod";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { queueHeld, quietHoursOf } from "./hold-push.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { queuePush } from "./push-items.ts";
import { isReachable } from "./rules/is-reachable.ts";
import { heldMessage } from "./rules/push-text.ts";
import { quietUntil } from "./rules/quiet-hours.ts";
import { deleteHeld, heldFor } from "./store/held-store.ts";
import { unreadItems } from "./store/items-store.ts";
import { settingsOf } from "./store/settings-store.ts";

const payload = z.object({ deviceId: z.int(), fanId: z.int() });
const ttlSeconds = 12 * 3_600;
const pauseMs = 60_000;

/**
 * After the quiet hours a device gets what was held back for it, but for what was read meanwhile: one as it is, several as
 * one, which a repeated one replaces. Where quiet hours hold again, it waits for their end.
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
    const several = await inTransaction(db, async (tx) => {
      const held = await heldFor(tx, job.deviceId);
      const unread = await unreadItems(tx, held);
      // The held pushes stay until the push service has them: this process may die before.
      if (isWanted && unread.length > 1) return { held, count: unread.length };
      const [only] = unread;
      if (isWanted && only) await queuePush(tx, { deviceId: job.deviceId, itemId: only.id, tries: 0 });
      await deleteHeld(tx, job.deviceId, held);
      return null;
    });
    if (!isWanted || !several) return;
    const message = heldMessage({ fanId: fan.id, count: several.count }, fan.language, needs.secret);
    const outcome = await push.send(device, message, { ttlSeconds, urgency: "normal", topic: message.tag });
    await inTransaction(db, async (tx) => {
      // The push service is away or asks for a pause.
      if (typeof outcome !== "string")
        return queueHeld(tx, job, new Date(clock.now().getTime() + (outcome.afterMs ?? pauseMs)));
      // Notifications that were held back meanwhile stay: this job had begun, so they have another one.
      await deleteHeld(tx, job.deviceId, several.held);
    });
  };
}

import { z } from "zod";
import type { NotificationKind } from "#contract/notifications.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { hold, quietHoursOf } from "./hold-push.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { isReachable } from "./rules/is-reachable.ts";
import { pushMessage, worth } from "./rules/push-text.ts";
import { quietUntil } from "./rules/quiet-hours.ts";
import { subjectOf } from "./rules/subjects.ts";
import { itemById } from "./store/items-store.ts";
import { fansWhoMuted, settingsOf } from "./store/settings-store.ts";

export const pushItemJob = "push_item";

const payload = z.object({ deviceId: z.int(), itemId: z.int(), tries: z.int() });
type Job = z.output<typeof payload>;

/** After a process that died or a database that was away; a push service that is away has its own count. */
const triesMax = 5;
const pushTriesMax = 8;
const firstPauseMs = 30_000;

/** Queues fans' notifications for each of their devices, in the transaction that adds them. */
export async function queuePushes(
  tx: Tx,
  { push }: Pick<NotificationsNeeds, "push">,
  items: readonly { id: number; fan_id: number }[],
): Promise<void> {
  if (items.length === 0) return;
  const devices = await push.devicesOf(
    tx,
    items.map(({ fan_id }) => fan_id),
  );
  for (const { id, fan_id } of items)
    for (const device of devices)
      if (device.fan_id === fan_id) await queuePush(tx, { deviceId: device.id, itemId: id, tries: 0 });
}

/** Queues one notification for one device. */
export function queuePush(tx: Tx, job: Job, runAt?: Date): Promise<void> {
  return enqueue(tx, { name: pushItemJob, payload: job, triesMax, ...(runAt ? { runAt } : {}) });
}

/**
 * Sends one notification to one device, unless it was read meanwhile, is too old to be of use, or its fan is to be notified
 * no more. A push service that is away or asks for a pause gets it again later, while it is of use.
 */
export function pushItem(needs: NotificationsNeeds) {
  const { db, clock, push } = needs;
  return async (queued: unknown): Promise<void> => {
    const job = payload.parse(queued);
    const item = await itemById(db, job.itemId);
    if (!item || item.read_at) return;
    const ageSeconds = Math.max(0, (clock.now().getTime() - item.at.getTime()) / 1000);
    const { ttlSeconds, urgency } = worth[item.kind];
    const leftSeconds = Math.ceil(ttlSeconds - ageSeconds);
    if (leftSeconds <= 0) return;
    const device = await push.live(job.deviceId);
    const fan = await needs.accounts.byId(db, item.fan_id);
    if (device?.fan_id !== item.fan_id || !fan || !isReachable(fan)) return;
    const settings = await settingsOf(db, fan.id);
    const about = { subject: subjectOf(item.kind), modelId: item.model_id };
    if ((await fansWhoMuted(db, [fan.id], about)).has(fan.id)) return;
    const quiet = quietHoursOf(settings);
    const until = quiet && quietUntil(clock.now(), quiet);
    if (until) {
      const held = { deviceId: job.deviceId, fanId: fan.id };
      return inTransaction(db, (tx) => hold(tx, held, item.id, until));
    }
    const model = item.model_id === null ? null : await modelOf(needs, item.model_id, fan.id);
    if (model === undefined || !isOfUse(item.kind, model)) return;
    const pushed = { id: item.id, fanId: fan.id, kind: item.kind, model, targetId: item.target_id };
    const message = pushMessage(pushed, fan.language, device.details && !settings.discreet, needs.secret);
    const outcome = await push.send(device, message, {
      ttlSeconds: leftSeconds,
      urgency,
      topic: message.tag,
    });
    if (typeof outcome === "string") return;
    const pauseMs = outcome.afterMs ?? firstPauseMs * 2 ** job.tries;
    if (job.tries + 1 >= pushTriesMax || pauseMs >= leftSeconds * 1000) return;
    const runAt = new Date(clock.now().getTime() + pauseMs);
    await inTransaction(db, (tx) => queuePush(tx, { ...job, tries: job.tries + 1 }, runAt));
  };
}

type AboutModel = Awaited<ReturnType<typeof modelOf>>;

/**
 * A notification that leads into a room is of use only while the fan may enter it and somebody is there, a plan until
 * then.
 */
function isOfUse(kind: NotificationKind, model: AboutModel | null): boolean {
  if (kind === "live" || kind === "public_again" || kind === "search_live") return model?.isOnAir === true;
  if (kind === "schedule") return model?.isListed === true && !model.isOnAir;
  return kind !== "message" || model?.isApart === false;
}

async function modelOf({ db, catalog }: NotificationsNeeds, modelId: number, fanId: number) {
  const model = await catalog.model(db, modelId, fanId);
  if (!model) return undefined;
  const { id, login, artistic_name: name, listed, banned, blocked, status } = model;
  const isApart = banned || blocked;
  const isListed = listed && !isApart;
  return { id, login, name, isApart, isListed, isOnAir: isListed && status !== "stopped" };
}

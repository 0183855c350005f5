import type { Tx } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import type { QuietHours } from "./rules/quiet-hours.ts";
import { holdPush } from "./store/held-store.ts";
import type { SettingsRow } from "./store/settings-store.ts";

export const pushHeldJob = "push_held";

export type HeldJob = { deviceId: number; fanId: number };

const triesMax = 5;

/** A fan's quiet hours; null without. */
export function quietHoursOf({ quiet_from, quiet_to, time_zone }: SettingsRow): QuietHours | null {
  return quiet_from === null || quiet_to === null
    ? null
    : { from: quiet_from, to: quiet_to, timeZone: time_zone };
}

/** Holds a notification back from a device until an instant. */
export async function hold(tx: Tx, job: HeldJob, itemId: number, until: Date): Promise<void> {
  await holdPush(tx, job.deviceId, itemId);
  await queueHeld(tx, job, until);
}

/**
 * Has what is held for a device sent at an instant, else at once; where its job waits for its first try already, when that
 * runs.
 */
export const queueHeld = (tx: Tx, job: HeldJob, runAt?: Date): Promise<void> =>
  enqueue(tx, {
    name: pushHeldJob,
    payload: job,
    triesMax,
    key: heldKey(job),
    ...(runAt ? { runAt } : {}),
  });

/** The key of the job that sends what is held for a device. */
export const heldKey = ({ deviceId }: HeldJob): string => `${pushHeldJob}:${deviceId}`;

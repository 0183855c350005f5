import type { Reader, Tx } from "#server/kit/database/database.ts";
import { actionOfKey, insertAction } from "./store/staff-log-store.ts";
import type { StaffActionName } from "./store/tables.ts";

/** Somebody of the staff. */
export type Staff = { id: number; login: string };

export type StaffAction = {
  /** Made once per intent; the same key is the same action. */
  key: string;
  staff: Staff;
  action: StaffActionName;
  /** Kind and id of what it was done to: `model:7`. */
  target: string;
  /** The target's name as people call it. */
  label: string;
  reason: string;
  at: Date;
};

/** Whether this action was recorded before (`same`), or another one under its key (`other`). */
export async function isRecorded(
  reader: Reader,
  { key, staff, action, target, reason }: StaffAction,
): Promise<"new" | "same" | "other"> {
  const known = await actionOfKey(reader, key);
  if (!known) return "new";
  const isSame =
    known.staff_id === staff.id &&
    known.action === action &&
    known.target === target &&
    known.reason === reason;
  return isSame ? "same" : "other";
}

/**
 * Records an action of staff, in the transaction that does it. A second entry under the same key is not
 * written; a different action under the same key throws, which rolls the transaction back.
 */
export async function recordAction(tx: Tx, entry: StaffAction): Promise<void> {
  const { staff, ...action } = entry;
  if (await insertAction(tx, { ...action, staff_id: staff.id, staff_login: staff.login })) return;
  if ((await isRecorded(tx, entry)) === "other") throw new Error(`another action has the key ${entry.key}`);
}

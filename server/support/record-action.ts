import type { Tx } from "#server/kit/database/database.ts";
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
  /** What people call the target. */
  label: string;
  reason: string;
  at: Date;
};

/**
 * Writes down what somebody of the staff does, in the transaction that does it. `replayed`: the same key did the same
 * before; `conflict`: it did something else.
 */
export async function recordAction(
  tx: Tx,
  { staff, ...action }: StaffAction,
): Promise<"recorded" | "replayed" | "conflict"> {
  const row = { ...action, staff_id: staff.id, staff_login: staff.login };
  if (await insertAction(tx, row)) return "recorded";
  const known = await actionOfKey(tx, action.key);
  const same =
    known?.action === action.action && known.target === action.target && known.staff_id === staff.id;
  return same ? "replayed" : "conflict";
}

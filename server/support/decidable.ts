import type { AppealRow, DecisionRow, NoteRow, TicketRow } from "./store/tables.ts";

type Decision = Pick<DecisionRow, "staff_id" | "at">;

/** Why nothing can be decided about a report now, or null: nothing was yet, or somebody has appealed against it. */
export function isSettled(
  { state }: Pick<TicketRow, "state">,
  decisions: readonly Decision[],
  appeal: Pick<AppealRow, "at"> | null | undefined,
): "closed" | "decided_already" | null {
  if (state === "closed") return "closed";
  return decisions.length > (appeal ? 1 : 0) ? "decided_already" : null;
}

/** Whether somebody has appealed and waits for the final decision, without which the report does not close. */
export const isAppealUndecided = (
  decisions: readonly Decision[],
  appeal: object | null | undefined,
): boolean => Boolean(appeal) && decisions.length < 2;

/**
 * Whether staff removed what a report is about ahead of its first decision. Its author was promised one that they can
 * object to, so the report is neither closed without it nor dismissed.
 */
export const isRemovalUndecided = (
  decisions: readonly Decision[],
  notes: readonly Pick<NoteRow, "kind">[],
): boolean => decisions.length === 0 && notes.some(({ kind }) => kind === "removed");

/** Whether what a report is about was removed by it, ahead of its decisions or with one. */
export const hasRemoved = (
  decisions: readonly Pick<DecisionRow, "outcome">[],
  notes: readonly Pick<NoteRow, "kind">[],
): boolean =>
  decisions.some(({ outcome }) => outcome === "removed") || notes.some(({ kind }) => kind === "removed");

/**
 * Whether somebody of the staff had a part in the first decision, so that the appeal against it is not theirs to decide:
 * they made it, or removed ahead of it what was reported. The database keeps the same rule.
 */
export function hadPart(
  staffId: number,
  [first]: readonly Decision[],
  notes: readonly Pick<NoteRow, "kind" | "staff_id" | "at">[],
): boolean {
  if (!first) return false;
  const removed = notes.some(
    (note) => note.kind === "removed" && note.staff_id === staffId && note.at <= first.at,
  );
  return removed || first.staff_id === staffId;
}

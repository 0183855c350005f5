import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isAppealUndecided, isRemovalUndecided } from "./decidable.ts";
import { answerEmail } from "./emails/emails.ts";
import type { SupportNeeds } from "./needs.ts";
import { isRecorded, recordAction, type Staff } from "./record-action.ts";
import { promiseOf } from "./rules/deadlines.ts";
import { appealOf, decisionsOf } from "./store/decisions-store.ts";
import type { NoteRow, TicketRow } from "./store/tables.ts";
import { changeTicket, insertNote, isNoted, lockTicket, notesOf } from "./store/tickets-store.ts";

/** One step of staff in a ticket. `clientId` is made once per intent: the same one again is the same step. */
export type Step = { kind: Exclude<NoteRow["kind"], "removed">; clientId: string; body: string };

export type StepRefusal =
  | "unknown_ticket"
  | "closed"
  | "not_closed"
  | "erased"
  | "no_address"
  | "appeal_undecided"
  | "removal_undecided"
  | "key_reused";

type Stepped = Result<{ ticket: TicketRow }, StepRefusal>;

const actionOf = {
  answer: "answer_ticket",
  note: "note_ticket",
  closed: "close_ticket",
  reopened: "reopen_ticket",
} as const;

/**
 * Answers a ticket by email, adds an internal note, closes it with the reason or reopens it. While an appeal waits for its
 * final decision, or what was reported was removed ahead of the first, only that decision closes the ticket.
 */
export function workTicket(needs: SupportNeeds) {
  return (staff: Staff, ticketId: number, step: Step): Promise<Stepped> =>
    inTransaction(needs.db, (tx) => work(tx, needs, staff, ticketId, step));
}

async function work(
  tx: Tx,
  needs: SupportNeeds,
  staff: Staff,
  ticketId: number,
  step: Step,
): Promise<Stepped> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return refuse("unknown_ticket");
  const at = needs.clock.now();
  const note = { ticket_id: ticketId, client_id: step.clientId, staff_id: staff.id, at };
  if (await isNoted(tx, ticketId, step.clientId)) return ok({ ticket });
  const entry = {
    key: `ticket:${step.clientId}`,
    staff,
    action: actionOf[step.kind],
    target: `ticket:${ticketId}`,
    label: ticket.number,
    reason: [...step.body].slice(0, 200).join(""),
    at,
  };
  const decisions = await decisionsOf(tx, ticketId);
  const awaitsDecision = isAppealUndecided(decisions, await appealOf(tx, ticketId));
  const waits = {
    appeal_undecided: awaitsDecision,
    removal_undecided: isRemovalUndecided(decisions, await notesOf(tx, ticketId)),
  };
  const refusal = (await isRecorded(tx, entry)) === "other" ? "key_reused" : objection(ticket, step, waits);
  if (refusal) return refuse(refusal);
  await insertNote(tx, { ...note, kind: step.kind, body: step.body });
  await recordAction(tx, entry);
  if (step.kind === "note") return ok({ ticket });
  if (step.kind === "reopened") {
    // A reopened ticket gets the deadline of a new message.
    const { dueAt } = promiseOf(ticket.kind, ticket.reason, at);
    return ok({
      ticket: await changeTicket(tx, ticketId, { state: "open", closed_at: null, due_at: dueAt }),
    });
  }
  if (step.kind === "closed")
    return ok({ ticket: await changeTicket(tx, ticketId, { state: "closed", closed_at: at }) });
  if (ticket.email) await needs.enqueueEmail(tx, answerEmail(ticket, ticket.email, step.body, needs));
  const answered_at = ticket.answered_at ?? at;
  const state = awaitsDecision ? "open" : "answered";
  return ok({ ticket: await changeTicket(tx, ticketId, { state, answered_at }) });
}

/** The open steps of a report, which a decision alone closes. */
type Waits = Record<"appeal_undecided" | "removal_undecided", boolean>;

function objection(ticket: TicketRow, { kind }: Step, waits: Waits): StepRefusal | null {
  const { state, erased_at } = ticket;
  if (kind === "reopened") {
    if (state !== "closed") return "not_closed";
    return erased_at === null ? null : "erased";
  }
  if (state === "closed") return "closed";
  if (kind === "closed" && waits.appeal_undecided) return "appeal_undecided";
  if (kind === "closed" && waits.removal_undecided) return "removal_undecided";
  return kind === "answer" && !isReachable(ticket) ? "no_address" : null;
}

/** Answers go out by mail; who has reported something reads them in the product as well. */
const isReachable = ({ email, kind, account_id }: TicketRow) =>
  Boolean(email) || (kind === "report" && account_id !== null);

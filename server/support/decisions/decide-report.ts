import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { hadPart, hasRemoved, isRemovalUndecided, isSettled } from "../decidable.ts";
import { decisionEmail } from "../emails/decision-emails.ts";
import { answerEmail } from "../emails/emails.ts";
import type { SupportNeeds } from "../needs.ts";
import { isRecorded, recordAction, type Staff } from "../record-action.ts";
import { orderRefunds } from "../refunds/return-tokens.ts";
import { isRemovable } from "../remove-reported-content.ts";
import { addressee, isSuspended } from "../reported-account.ts";
import { appealOf, decisionsOf, insertDecision } from "../store/decisions-store.ts";
import { notRefunded } from "../store/refunds-store.ts";
import type { DecisionRow, TicketRow } from "../store/tables.ts";
import { changeTicket, insertNote, lockTicket, notesOf } from "../store/tickets-store.ts";
import { publishDecided } from "./publish-decided.ts";

/**
 * A decision of staff about a report: `reason` is written to the one whom it is about, `answer` to the one who made
 * it. `clientId` is made once per intent: a repeated one names the same decision.
 */
export type DecisionOrder = {
  ticketId: number;
  clientId: string;
  outcome: DecisionRow["outcome"];
  reason: string;
  answer: string;
  /** Where something is removed by it: who bought it gets their tokens back. */
  refund: boolean;
};

export type DecideRefusal =
  | "unknown_ticket"
  | "not_a_report"
  | "closed"
  | "decided_already"
  | "own_decision"
  | "removal_undecided"
  | "removed_already"
  | "suspend_first"
  | "key_reused";

/**
 * Decides a report, or an appeal against the first decision, which takes another member of staff: closes it, answers who made it, and notifies the person whom it is
 * about of what was decided and why, unless nothing was. Content that is decided to be removed is removed with the
 * decision, if it is still there; its buyers get their tokens back where that is ordered, and nothing is decided where
 * that order comes after this report's own choice. A report whose content was removed ahead of the decision is not dismissed at first.
 */
export function decideReport(needs: SupportNeeds) {
  return (staff: Staff, order: DecisionOrder): Promise<Result<{ ticket: TicketRow }, DecideRefusal>> =>
    inTransaction(needs.db, (tx) => decide(tx, needs, staff, order));
}

async function decide(
  tx: Tx,
  needs: SupportNeeds,
  staff: Staff,
  order: DecisionOrder,
): Promise<Result<{ ticket: TicketRow }, DecideRefusal>> {
  const { ticketId, outcome, reason, answer } = order;
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return refuse("unknown_ticket");
  const at = needs.clock.now();
  const entry = {
    ...{ key: `ticket:${order.clientId}`, staff, action: "decide_report" as const, at },
    ...{ target: `ticket:${ticketId}`, label: ticket.number },
    reason: [...`${outcome}: ${reason}`].slice(0, 200).join(""),
  };
  const recorded = await isRecorded(tx, entry);
  if (recorded !== "new") return recorded === "same" ? ok({ ticket }) : refuse("key_reused");
  if (ticket.kind !== "report") return refuse("not_a_report");
  const before = await decisionsOf(tx, ticketId);
  const settled = isSettled(ticket, before, await appealOf(tx, ticketId));
  if (settled) return refuse(settled);
  const isOnAppeal = before.length > 0;
  const notes = await notesOf(tx, ticketId);
  if (hadPart(staff.id, before, notes)) return refuse("own_decision");
  if (outcome === "dismissed" && isRemovalUndecided(before, notes)) return refuse("removal_undecided");
  if (outcome === "suspended" && !(await isReportedSuspended(tx, needs, ticket)))
    return refuse("suspend_first");
  const isChosen = hasRemoved(before, notes);
  const removal = outcome === "removed" ? await removeNow(tx, needs, ticket, { ...order, isChosen }) : ok({});
  if (!removal.ok) return removal;
  const made = { ticket_id: ticketId, staff_id: staff.id, at };
  await insertDecision(tx, { ...made, on_appeal: isOnAppeal, outcome, reason });
  await insertNote(tx, { ...made, client_id: order.clientId, kind: "answer", body: answer });
  await recordAction(tx, entry);
  if (ticket.email) await needs.enqueueEmail(tx, answerEmail(ticket, ticket.email, answer, needs));
  if (outcome !== "dismissed" || isOnAppeal)
    await notifyReported(tx, needs, ticket, { ...order, isOnAppeal, at });
  return ok({
    ticket: await changeTicket(tx, ticketId, { state: "closed", closed_at: at, answered_at: at }),
  });
}

/** Nobody gets a notice that their account is suspended while it is not. */
const isReportedSuspended = (tx: Tx, needs: SupportNeeds, { reported_id }: TicketRow) =>
  isSuspended(needs, tx, reported_id);

/**
 * Takes away what is still there of something. With `refund` its buyers get their tokens back, also where it went by
 * another report without that. `isChosen`: it went by this report, with which staff have chosen already.
 */
async function removeNow(
  tx: Tx,
  needs: SupportNeeds,
  { id, about, about_id }: TicketRow,
  { refund, isChosen }: Pick<DecisionOrder, "refund"> & { isChosen: boolean },
): Promise<Result<object, "removed_already">> {
  if (!isRemovable(about) || about_id === null) return ok({});
  const removed = await needs.removeContent(tx, about, about_id);
  if (!refund) return ok({});
  const sales = await notRefunded(tx, removed ?? (await needs.readSales(tx, about, about_id)));
  if (!removed && isChosen && sales.length > 0) return refuse("removed_already");
  await orderRefunds(tx, id, sales, needs.clock.now());
  return ok({});
}

/** People without a confirmed address read the decision in the product. */
async function notifyReported(
  tx: Tx,
  needs: SupportNeeds,
  ticket: TicketRow,
  decision: Pick<DecisionOrder, "outcome" | "reason"> & { isOnAppeal: boolean; at: Date },
): Promise<void> {
  await publishDecided(tx, ticket);
  const reported = await addressee(needs, tx, ticket.reported_id);
  if (reported) await needs.enqueueEmail(tx, decisionEmail(ticket, reported, decision, needs));
}

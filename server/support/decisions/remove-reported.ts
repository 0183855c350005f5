import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isSettled } from "../decidable.ts";
import { removalEmail } from "../emails/decision-emails.ts";
import type { SupportNeeds } from "../needs.ts";
import { isRecorded, recordAction, type Staff } from "../record-action.ts";
import { orderRefunds } from "../refunds/return-tokens.ts";
import { isRemovable } from "../remove-reported-content.ts";
import { addressee } from "../reported-account.ts";
import { appealOf, decisionsOf } from "../store/decisions-store.ts";
import type { TicketRow } from "../store/tables.ts";
import { insertNote, lockTicket } from "../store/tickets-store.ts";
import { publishDecided } from "./publish-decided.ts";

/**
 * `reason` is written to whose it was; with `refund` who bought it gets their tokens back. `clientId` is made once per
 * intent: the same one again is the same removal.
 */
export type RemovalOrder = { ticketId: number; clientId: string; reason: string; refund: boolean };

export type RemovalRefusal =
  | "unknown_ticket"
  | "not_removable"
  | "removed_already"
  | "closed"
  | "decided_already"
  | "key_reused";

/**
 * Takes away at once what a report is about, ahead of its decision, which must be still to come: the copy of it stays in the report, the log records who
 * did it and why, and its author is notified.
 */
export function removeReported(needs: SupportNeeds) {
  return (staff: Staff, order: RemovalOrder): Promise<Result<{ ticket: TicketRow }, RemovalRefusal>> =>
    inTransaction(needs.db, (tx) => remove(tx, needs, staff, order));
}

async function remove(
  tx: Tx,
  needs: SupportNeeds,
  staff: Staff,
  { ticketId, clientId, reason, refund }: RemovalOrder,
): Promise<Result<{ ticket: TicketRow }, RemovalRefusal>> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return refuse("unknown_ticket");
  const at = needs.clock.now();
  const entry = {
    ...{ key: `ticket:${clientId}`, staff, action: "remove_reported" as const, at },
    ...{ target: `ticket:${ticketId}`, label: ticket.number, reason },
  };
  const recorded = await isRecorded(tx, entry);
  if (recorded !== "new") return recorded === "same" ? ok({ ticket }) : refuse("key_reused");
  const { about, about_id, evidence } = ticket;
  if (!isRemovable(about) || about_id === null || evidence === null) return refuse("not_removable");
  const settled = isSettled(ticket, await decisionsOf(tx, ticketId), await appealOf(tx, ticketId));
  if (settled) return refuse(settled);
  const sales = await needs.removeContent(tx, about, about_id);
  if (!sales) return refuse("removed_already");
  if (refund) await orderRefunds(tx, ticketId, sales, at);
  await insertNote(tx, {
    ...{ ticket_id: ticketId, client_id: clientId, staff_id: staff.id, at },
    ...{ kind: "removed", body: reason },
  });
  await recordAction(tx, entry);
  await publishDecided(tx, ticket);
  const author = await addressee(needs, tx, ticket.reported_id);
  if (author)
    await needs.enqueueEmail(
      tx,
      removalEmail(ticket, author, { about, evidence, reason, refund: refund && sales.length > 0 }, needs),
    );
  return ok({ ticket });
}

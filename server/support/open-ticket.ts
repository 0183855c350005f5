import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { Language } from "#contract/common.ts";
import type { RemovalReason } from "#contract/report-reasons.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { newTicketEmail, receiptEmail } from "./emails/emails.ts";
import type { SupportNeeds } from "./needs.ts";
import { promiseOf } from "./rules/deadlines.ts";
import type { SupportTables, TicketRow } from "./store/tables.ts";
import { insertTicket, ticketOfMessage } from "./store/tickets-store.ts";

/** A message to support. An empty name or address: not given. */
export type Message = {
  clientId: string;
  name: string;
  email: string;
  message: string;
  /** Null: they just write. */
  removal: { url: string; reason: RemovalReason } | null;
};

export type Sender = { address: string; language: Language; accountId: number | null };

export type OpenTicketRefusal = { code: "too_many"; retryAfterSeconds: number };

const messagesPerHour = 5;
const hourSeconds = 3_600;

/**
 * Opens a ticket for a message, notifies support, and emails its sender the number and the deadline. Five messages an
 * hour from one address block, removals counted apart. A message that is sent again is the same ticket and sends no
 * new email.
 */
export function openTicket(needs: SupportNeeds) {
  const limits = {
    contact: needs.limits.create("contact_messages", messagesPerHour, hourSeconds),
    removal: needs.limits.create("removal_requests", messagesPerHour, hourSeconds),
  };
  return async (
    message: Message,
    sender: Sender,
  ): Promise<Result<{ ticket: TicketRow }, OpenTicketRefusal>> => {
    const known = await ticketOfMessage(needs.db, message.clientId);
    if (known) return ok({ ticket: known });
    const limit = message.removal ? limits.removal : limits.contact;
    const retryAfterSeconds = await limit.take(addressBlock(sender.address));
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    const ticket = await inTransaction(needs.db, (tx) =>
      storeTicket(tx, needs, {
        kind: message.removal ? "removal" : "contact",
        client_id: message.clientId,
        reason: message.removal?.reason ?? null,
        url: message.removal?.url ?? null,
        language: sender.language,
        name: message.name || null,
        email: message.email || null,
        message: message.message,
        account_id: sender.accountId,
      }),
    );
    return ok({ ticket });
  };
}

type NewTicket = Pick<
  Insertable<SupportTables["support.ticket"]>,
  "kind" | "client_id" | "reason" | "language" | "name" | "email" | "url" | "message" | "account_id"
> &
  Partial<
    Pick<Insertable<SupportTables["support.ticket"]>, "about" | "about_id" | "reported_id" | "evidence">
  >;

/** Stores a ticket with its number and deadline, notifies support and its sender. One that is known is answered as it is. */
export async function storeTicket(tx: Tx, needs: SupportNeeds, sent: NewTicket): Promise<TicketRow> {
  const now = needs.clock.now();
  const { priority, dueAt } = promiseOf(sent.kind, sent.reason ?? null, now);
  const ticket = await insertTicket(tx, {
    ...sent,
    ...{ number: ticketNumber(), priority, created_at: now, due_at: dueAt },
    ...{ answered_at: null, closed_at: null, erased_at: null },
  });
  if (!ticket) {
    // Two copies came at the same moment: the other one has sent the emails.
    const other = await ticketOfMessage(tx, sent.client_id);
    if (!other) throw new Error(`the ticket of message ${sent.client_id} is gone`);
    return other;
  }
  await needs.enqueueEmail(tx, newTicketEmail(ticket, needs));
  if (ticket.email) await needs.enqueueEmail(tx, receiptEmail(ticket, ticket.email, needs));
  return ticket;
}

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Eight signs of Crockford's alphabet, 40 bits by lot: `7K3M-92QX`. */
export function ticketNumber(): string {
  const signs = [...randomBytes(8)].map((byte) => digits[byte % digits.length]).join("");
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

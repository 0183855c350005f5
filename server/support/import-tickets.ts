import { randomUUID } from "node:crypto";
import type { Language } from "#contract/common.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { ticketNumber } from "./open-ticket.ts";
import { promiseOf } from "./rules/deadlines.ts";
import { insertTicket } from "./store/tickets-store.ts";

/** A message that support received elsewhere. */
export type ImportedTicket = {
  /** The same for the same ticket. */
  clientId?: string;
  name: string;
  email: string;
  language: Language;
  message: string;
  accountId: number | null;
  at: Date;
  /** When it was dealt with; null: it waits. */
  closedAt: Date | null;
};

/** Writes messages to support down, without a mail to anybody. */
export async function importTickets(tx: Tx, tickets: readonly ImportedTicket[]): Promise<void> {
  for (const ticket of tickets) {
    const { priority, dueAt } = promiseOf("contact", null, ticket.at);
    await insertTicket(tx, {
      kind: "contact",
      client_id: ticket.clientId ?? randomUUID(),
      reason: null,
      url: null,
      language: ticket.language,
      name: ticket.name,
      email: ticket.email,
      message: ticket.message,
      account_id: ticket.accountId,
      ...{ number: ticketNumber(), priority, created_at: ticket.at, due_at: dueAt },
      state: ticket.closedAt ? "closed" : "open",
      ...{ answered_at: ticket.closedAt, closed_at: ticket.closedAt, erased_at: null },
    });
  }
}

import type { TicketDetails, TicketSummary } from "#contract/admin-tickets.ts";
import { reasonNames, targetNames } from "#web/entities/report/report-labels.ts";
import { m } from "#web/paraglide/messages.js";

export const ticketStates: Record<TicketSummary["state"], () => string> = {
  open: () => m.admin_ticket_open(),
  answered: () => m.admin_ticket_answered(),
  closed: () => m.admin_ticket_closed(),
};

export const noteKinds: Record<TicketDetails["notes"][number]["kind"], () => string> = {
  answer: () => m.admin_note_answer(),
  note: () => m.admin_note_note(),
  closed: () => m.admin_note_closed(),
  reopened: () => m.admin_note_reopened(),
  removed: () => m.admin_note_removed(),
};

/** The subject of a ticket, in one line. */
export function ticketSubject({ reason, about }: Pick<TicketSummary, "reason" | "about">): string {
  if (reason === null) return m.support_contact_title();
  const because = reasonNames[reason]();
  return about === null
    ? m.admin_removal({ reason: because })
    : m.report_subject({ about: targetNames[about]().toLowerCase(), reason: because });
}

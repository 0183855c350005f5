import type { TicketDetails, TicketSummary } from "#contract/admin.ts";
import type { RemovalReason } from "#contract/field-bounds.ts";
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
};

const reasons: Record<RemovalReason, () => string> = {
  minor: () => m.support_reason_minor(),
  nonconsensual: () => m.support_reason_nonconsensual(),
  danger: () => m.support_reason_danger(),
  privacy: () => m.support_reason_privacy(),
  copyright: () => m.support_reason_copyright(),
  other: () => m.support_reason_other(),
};

/** What a ticket is about, in one line. */
export function ticketSubject({ reason }: Pick<TicketSummary, "reason">): string {
  return reason ? m.admin_removal({ reason: reasons[reason]() }) : m.support_contact_title();
}

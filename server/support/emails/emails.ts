import type { Language } from "#contract/common.ts";
import en from "#locales/mails/support.en.json" with { type: "json" };
import es from "#locales/mails/support.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import type { TicketReason } from "../rules/deadlines.ts";
import type { TicketRow } from "../store/tables.ts";

export type ContactSettings = { supportEmail: string; publicOrigin: string };

const texts = { en, es } as const;

/** The reason of a report in words. */
export const reasonText = (reason: TicketReason, language: Language): string =>
  texts[language][`reason_${reason}`];

/** Notifies support of a new ticket, which is answered in the admin area. */
export function newTicketEmail(ticket: TicketRow, { supportEmail, publicOrigin }: ContactSettings): Email {
  const subject = ticket.reason ? `${ticket.kind}: ${reasonText(ticket.reason, "en")}` : "contact";
  return {
    to: supportEmail,
    language: "en",
    subject: `[${ticket.number}] ${ticket.priority === 1 ? "URGENT " : ""}${subject}`,
    paragraphs: [
      `From ${ticket.name ?? "somebody unnamed"} (${ticket.email ?? "no address"}), due ${instant(ticket.due_at, "en")}.`,
      ...(ticket.url ? [ticket.url] : []),
      ticket.message ?? "",
    ],
    action: { label: "Open the ticket", url: `${publicOrigin}/admin/models/tickets/${ticket.id}` },
  };
}

/** Confirms to the sender that the message has arrived, with its number and the deadline of the decision. */
export function receiptEmail(ticket: TicketRow, to: string, { supportEmail }: ContactSettings): Email {
  const { number, language, kind } = ticket;
  const t = texts[language];
  const by = kind === "contact" ? t.received_answer_by : t.received_decision_by;
  return {
    to,
    language,
    subject: fill(t.received_subject, { number }),
    paragraphs: [
      t[`received_${kind}`],
      fill(by, { due: instant(ticket.due_at, language) }),
      fill(t.received_quote, { number, email: supportEmail }),
    ],
  };
}

/** An answer of staff, as written. */
export function answerEmail(
  ticket: TicketRow,
  to: string,
  answer: string,
  { supportEmail }: ContactSettings,
): Email {
  const { number, language } = ticket;
  const t = texts[language];
  const more = fill(t.answer_more, { number, email: supportEmail });
  return {
    to,
    language,
    subject: fill(t.answer_subject, { number }),
    paragraphs: [...answer.split(/\n{2,}/), more],
  };
}

/** A moment for a reader whose zone is not known. */
export function instant(at: Date, language: Language): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return `${text} UTC`;
}

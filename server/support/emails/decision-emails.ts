import type { Language } from "#contract/common.ts";
import en from "#locales/mails/decisions.en.json" with { type: "json" };
import es from "#locales/mails/decisions.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import type { RemovableTarget } from "../remove-reported-content.ts";
import { appealUntil } from "../rules/deadlines.ts";
import type { Evidence } from "../rules/evidence.ts";
import type { DecisionRow, TicketRow } from "../store/tables.ts";
import { type ContactSettings, instant, reasonText } from "./emails.ts";

/** Somebody about whom a report was decided. */
export type Reported = { login: string; email: string; language: Language; role: string };

const texts = { en, es } as const;

/**
 * Notifies somebody of the decision about a report of them, its reason, and how they can object. The reporter is not
 * revealed.
 */
export function decisionEmail(
  ticket: TicketRow,
  to: Reported,
  {
    outcome,
    reason,
    isOnAppeal,
    at,
  }: Pick<DecisionRow, "outcome"> & { reason: string; isOnAppeal: boolean; at: Date },
  { publicOrigin, supportEmail }: ContactSettings,
): Email {
  const { language } = to;
  const t = texts[language];
  const values = {
    number: ticket.number,
    because: reasonText(ticket.reason ?? "other", language),
    until: instant(appealUntil(at), language),
    email: supportEmail,
  };
  return {
    ...{ to: to.email, language },
    subject: fill(isOnAppeal ? t.appeal_subject : t.subject, values),
    paragraphs: [
      fill(isOnAppeal ? t.appeal_report : t.report, values),
      t[`outcome_${outcome}`],
      fill(t.reasons, { reason }),
      ...(isOnAppeal ? [] : [fill(t.next, values)]),
    ],
    action: { label: t.read, url: decisionsUrl(to, publicOrigin) },
  };
}

const decisionsUrl = ({ role }: Reported, publicOrigin: string) =>
  `${publicOrigin}${role === "model" ? "/model/settings" : "/settings"}#decisions`;

/** The length to which a removed text is quoted. */
const quotedMax = 200;

/** Notifies somebody of what of theirs staff have removed and why; a decision, to which they can object, follows. */
export function removalEmail(
  { number }: TicketRow,
  to: Reported,
  {
    about,
    evidence,
    reason,
    refund,
  }: { about: RemovableTarget; evidence: Evidence; reason: string; refund: boolean },
  { publicOrigin, supportEmail }: ContactSettings,
): Email {
  const { language } = to;
  const t = texts[language];
  const quoted = [...(evidence.text ?? evidence.title ?? "")].slice(0, quotedMax).join("");
  const values = { number, quoted, what: t[`removal_${about}`], email: supportEmail };
  return {
    ...{ to: to.email, language },
    subject: fill(t.removal_subject, values),
    paragraphs: [
      fill(quoted === "" ? t.removal_text : t.removal_quoted, values),
      fill(t.reasons, { reason }),
      ...(refund ? [t.removal_refund] : []),
      fill(t.removal_next, values),
    ],
    action: { label: t.removal_see, url: decisionsUrl(to, publicOrigin) },
  };
}

/** Notifies support that somebody objects to a decision. */
export function appealEmail(
  ticket: TicketRow,
  text: string,
  { supportEmail, publicOrigin }: ContactSettings,
): Email {
  return {
    to: supportEmail,
    language: "en",
    subject: `[${ticket.number}] appeal`,
    paragraphs: [`Due ${instant(ticket.due_at, "en")}.`, text],
    action: { label: "Open the ticket", url: `${publicOrigin}/admin/models/tickets/${ticket.id}` },
  };
}

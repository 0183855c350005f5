import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import type { RemovableTarget } from "../remove-reported-content.ts";
import type { DecisionRow, TicketRow } from "../store/tables.ts";
import { appealUntil } from "./deadlines.ts";
import { type ContactSettings, instant, reasons } from "./emails.ts";
import type { Evidence } from "./evidence.ts";

/** Somebody about whom a report was decided. */
export type Reported = { login: string; email: string; language: Language; role: string };

const outcomes: Record<Language, Record<DecisionRow["outcome"], string>> = {
  en: {
    dismissed: "No rule was broken.",
    warned: "A rule was broken. This is a warning.",
    removed: "A rule was broken, and what was reported is removed.",
    suspended: "A rule was broken, and your account is suspended.",
  },
  es: {
    dismissed: "No se incumplió ninguna norma.",
    warned: "Se incumplió una norma. Esto es una advertencia.",
    removed: "Se incumplió una norma y se retiró lo denunciado.",
    suspended: "Se incumplió una norma y tu cuenta está suspendida.",
  },
};

/** Notifies somebody of what was decided about a report of them, why, and how they can object. Who made it is not revealed. */
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
  const { number } = ticket;
  const because = reasons[language][ticket.reason ?? "other"];
  const until = instant(appealUntil(at), language);
  const texts = {
    en: {
      subject: isOnAppeal ? `Your objection is decided (${number})` : `A decision about you (${number})`,
      report: isOnAppeal
        ? "A person has looked at your objection. The decision is final."
        : `Somebody reported you (${because}). A person has looked at it and decided.`,
      reason: `The reasons: ${reason}`,
      next: `If you think that this is wrong, say why by ${until}, once and in your own words, in your profile; or write to ${supportEmail} and quote ${number}.`,
      label: "Read the decision",
    },
    es: {
      subject: isOnAppeal ? `Tu recurso está resuelto (${number})` : `Una decisión sobre ti (${number})`,
      report: isOnAppeal
        ? "Una persona ha examinado tu recurso. La decisión es definitiva."
        : `Alguien te denunció (${because}). Una persona lo ha examinado y ha decidido.`,
      reason: `Los motivos: ${reason}`,
      next: `Si crees que es un error, di por qué a más tardar el ${until}, una vez y con tus palabras, en tu perfil; o escribe a ${supportEmail} e indica ${number}.`,
      label: "Leer la decisión",
    },
  }[language];
  const path = to.role === "model" ? "/model/settings" : "/settings";
  return {
    ...{ to: to.email, language, subject: texts.subject },
    paragraphs: [
      texts.report,
      outcomes[language][outcome],
      texts.reason,
      ...(isOnAppeal ? [] : [texts.next]),
    ],
    action: { label: texts.label, url: `${publicOrigin}${path}#decisions` },
  };
}

const things: Record<Language, Record<RemovableTarget, string>> = {
  en: {
    line: "a message of yours in a room",
    picture: "a picture of yours",
    video: "a video of yours",
    post: "a post of yours",
    comment: "a comment of yours",
    message: "a message of yours",
  },
  es: {
    line: "un mensaje tuyo en una sala",
    picture: "una foto tuya",
    video: "un video tuyo",
    post: "una publicación tuya",
    comment: "un comentario tuyo",
    message: "un mensaje tuyo",
  },
};
/** So much of what was removed is quoted. */
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
  const what = things[language][about];
  const quoted = [...(evidence.text ?? evidence.title ?? "")].slice(0, quotedMax).join("");
  const texts = {
    en: {
      subject: `Something of yours was removed (${number})`,
      removed: `Our staff removed ${what}${quoted === "" ? "." : `: “${quoted}”.`}`,
      reason: `The reasons: ${reason}`,
      refund: "Everybody who bought it gets their tokens back, out of your earnings.",
      next: `A decision follows, to which you can object. You can write to ${supportEmail} and quote ${number}.`,
      label: "See decisions about you",
    },
    es: {
      subject: `Se retiró algo tuyo (${number})`,
      removed: `Nuestro equipo retiró ${what}${quoted === "" ? "." : `: «${quoted}».`}`,
      reason: `Los motivos: ${reason}`,
      refund: "Quienes lo compraron recuperan sus tokens, que se descuentan de tus ganancias.",
      next: `Seguirá una decisión, que puedes recurrir. Puedes escribir a ${supportEmail} e indicar ${number}.`,
      label: "Ver las decisiones sobre ti",
    },
  }[language];
  const path = to.role === "model" ? "/model/settings" : "/settings";
  return {
    ...{ to: to.email, language, subject: texts.subject },
    paragraphs: [texts.removed, texts.reason, ...(refund ? [texts.refund] : []), texts.next],
    action: { label: texts.label, url: `${publicOrigin}${path}#decisions` },
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

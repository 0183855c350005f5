import type { Language } from "#contract/common.ts";
import type { RemovalReason } from "#contract/field-bounds.ts";
import type { Email } from "#server/email/email.ts";
import type { TicketRow } from "../store/tables.ts";

type House = { supportEmail: string; publicOrigin: string };

const reasons: Record<Language, Record<RemovalReason, string>> = {
  en: {
    minor: "suspected minor",
    nonconsensual: "no consent",
    danger: "force or danger",
    privacy: "personal data",
    copyright: "copyright",
    other: "another reason",
  },
  es: {
    minor: "posible menor de edad",
    nonconsensual: "sin consentimiento",
    danger: "violencia o peligro",
    privacy: "datos personales",
    copyright: "derechos de autor",
    other: "otro motivo",
  },
};

/** Notifies support of a new ticket, which is answered in the admin area. */
export function toSupport(ticket: TicketRow, { supportEmail, publicOrigin }: House): Email {
  const subject = ticket.reason ? `removal: ${reasons.en[ticket.reason]}` : "contact";
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

/** Tells the sender that the message has arrived, under which number, and what happens by when. */
export function toSender(ticket: TicketRow, to: string, { supportEmail }: House): Email {
  const { number, language } = ticket;
  const due = instant(ticket.due_at, language);
  const words = {
    en: {
      subject: `We received your message (${number})`,
      arrived: ticket.kind === "removal" ? "Your removal request has arrived." : "Your message has arrived.",
      next:
        ticket.kind === "removal"
          ? `A person examines it and tells you the decision and its reasons by ${due}.`
          : `A person answers you by ${due}.`,
      quote: `Its number is ${number}. To add something, write to ${supportEmail} and quote it.`,
    },
    es: {
      subject: `Recibimos tu mensaje (${number})`,
      arrived: ticket.kind === "removal" ? "Tu solicitud de retirada ha llegado." : "Tu mensaje ha llegado.",
      next:
        ticket.kind === "removal"
          ? `Una persona la examina y te comunica la decisión y sus motivos a más tardar el ${due}.`
          : `Una persona te responde a más tardar el ${due}.`,
      quote: `Su número es ${number}. Para añadir algo, escribe a ${supportEmail} e indícalo.`,
    },
  }[language];
  return { to, language, subject: words.subject, paragraphs: [words.arrived, words.next, words.quote] };
}

/** An answer of the staff, as it was written. */
export function answerLetter(ticket: TicketRow, to: string, answer: string, { supportEmail }: House): Email {
  const { number, language } = ticket;
  const [subject, more] =
    language === "es"
      ? [`Sobre tu mensaje ${number}`, `¿Algo más? Escribe a ${supportEmail} e indica el número ${number}.`]
      : [`About your message ${number}`, `Anything else? Write to ${supportEmail} and quote ${number}.`];
  return { to, language, subject, paragraphs: [...answer.split(/\n{2,}/), more] };
}

/** A moment for a reader whose zone is not known. */
function instant(at: Date, language: Language): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return `${text} UTC`;
}

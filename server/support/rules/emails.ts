import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import type { TicketRow } from "../store/tables.ts";
import type { TicketReason } from "./deadlines.ts";

export type ContactSettings = { supportEmail: string; publicOrigin: string };

/** The reasons of a report in words. */
export const reasons: Record<Language, Record<TicketReason, string>> = {
  en: {
    minor: "suspected minor",
    nonconsensual: "no consent",
    danger: "force or danger",
    harassment: "threats, hate or harassment",
    scam: "fraud or payment elsewhere",
    privacy: "personal data",
    copyright: "copyright",
    other: "another reason",
  },
  es: {
    minor: "posible menor de edad",
    nonconsensual: "sin consentimiento",
    danger: "violencia o peligro",
    harassment: "amenazas, odio o acoso",
    scam: "fraude o pago fuera de aquí",
    privacy: "datos personales",
    copyright: "derechos de autor",
    other: "otro motivo",
  },
};

/** Notifies support of a new ticket, which is answered in the admin area. */
export function newTicketEmail(ticket: TicketRow, { supportEmail, publicOrigin }: ContactSettings): Email {
  const subject = ticket.reason ? `${ticket.kind}: ${reasons.en[ticket.reason]}` : "contact";
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
  const { number, language } = ticket;
  const due = instant(ticket.due_at, language);
  const texts = {
    en: {
      subject: `We received your message (${number})`,
      arrived: {
        removal: "Your removal request has arrived.",
        report: "Your report has arrived. The person it is about is not told who made it.",
        contact: "Your message has arrived.",
      }[ticket.kind],
      next:
        ticket.kind !== "contact"
          ? `A person reviews it and sends you the decision and its reasons by ${due}.`
          : `A person answers you by ${due}.`,
      quote: `Its number is ${number}. To add something, write to ${supportEmail} and quote it.`,
    },
    es: {
      subject: `Recibimos tu mensaje (${number})`,
      arrived: {
        removal: "Tu solicitud de retirada ha llegado.",
        report: "Tu denuncia ha llegado. A quien denuncias no se le dice quién lo hizo.",
        contact: "Tu mensaje ha llegado.",
      }[ticket.kind],
      next:
        ticket.kind !== "contact"
          ? `Una persona la examina y te comunica la decisión y sus motivos a más tardar el ${due}.`
          : `Una persona te responde a más tardar el ${due}.`,
      quote: `Su número es ${number}. Para añadir algo, escribe a ${supportEmail} e indícalo.`,
    },
  }[language];
  return { to, language, subject: texts.subject, paragraphs: [texts.arrived, texts.next, texts.quote] };
}

/** An answer of staff, as written. */
export function answerEmail(
  ticket: TicketRow,
  to: string,
  answer: string,
  { supportEmail }: ContactSettings,
): Email {
  const { number, language } = ticket;
  const [subject, more] =
    language === "es"
      ? [`Sobre tu mensaje ${number}`, `¿Algo más? Escribe a ${supportEmail} e indica el número ${number}.`]
      : [`About your message ${number}`, `Anything else? Write to ${supportEmail} and quote ${number}.`];
  return { to, language, subject, paragraphs: [...answer.split(/\n{2,}/), more] };
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

/** Somebody with an address to write to. */
export type Addressee = { login: string; email: string; language: Language };

/** What staff did to the account of a model or a fan, or decided about the page that a model sent. */
export type AccountChange =
  | "suspended"
  | "restored"
  | "listed"
  | "sent_back"
  | "fan_suspended"
  | "fan_restored";

type AccountTexts = { subject: string; status: string; reason: string; next: string; label: string };

const accountTexts: Record<AccountChange, Record<Language, (contact: ContactSettings) => AccountTexts>> = {
  suspended: {
    en: ({ supportEmail }) => ({
      subject: "Your account is suspended",
      status:
        "Our staff has suspended your account. Your room has ended, nobody finds your page, and you cannot log in or broadcast for now. What you earned stays yours.",
      reason: "The reason:",
      next: `If you think that this is wrong, let us know why. You can also write to ${supportEmail}. A person reviews it.`,
      label: "Write to us",
    }),
    es: ({ supportEmail }) => ({
      subject: "Tu cuenta está suspendida",
      status:
        "Nuestro equipo ha suspendido tu cuenta. Tu sala ha terminado, nadie encuentra tu página y por ahora no puedes entrar ni transmitir. Lo que ganaste sigue siendo tuyo.",
      reason: "El motivo:",
      next: `Si crees que es un error, dinos por qué. También puedes escribir a ${supportEmail}. Lo revisa una persona.`,
      label: "Escríbenos",
    }),
  },
  restored: {
    en: () => ({
      subject: "Your account is open again",
      status: "Our staff has ended the suspension of your account. You can log in and broadcast again.",
      reason: "What was decided:",
      next: "You were logged out everywhere, so log in again.",
      label: "Log in",
    }),
    es: () => ({
      subject: "Tu cuenta vuelve a estar abierta",
      status: "Nuestro equipo ha terminado la suspensión de tu cuenta. Ya puedes entrar y transmitir.",
      reason: "Lo que se decidió:",
      next: "Se cerró tu sesión en todas partes, así que entra de nuevo.",
      label: "Entrar",
    }),
  },
  fan_suspended: {
    en: ({ supportEmail }) => ({
      subject: "Your account is suspended",
      status:
        "Our staff has suspended your account. You are logged out and cannot log in for now. Your subscriptions are not renewed, and your tokens stay yours.",
      reason: "The reason:",
      next: `If you think that this is wrong, let us know why. You can also write to ${supportEmail}. A person reviews it.`,
      label: "Write to us",
    }),
    es: ({ supportEmail }) => ({
      subject: "Tu cuenta está suspendida",
      status:
        "Nuestro equipo ha suspendido tu cuenta. Tu sesión está cerrada y por ahora no puedes entrar. Tus suscripciones no se renuevan y tus tokens siguen siendo tuyos.",
      reason: "El motivo:",
      next: `Si crees que es un error, dinos por qué. También puedes escribir a ${supportEmail}. Lo revisa una persona.`,
      label: "Escríbenos",
    }),
  },
  fan_restored: {
    en: () => ({
      subject: "Your account is open again",
      status: "Our staff has ended the suspension of your account. You can log in again.",
      reason: "What was decided:",
      next: "Your subscriptions run to the end of what you paid for; switch the renewals on again if you like.",
      label: "Log in",
    }),
    es: () => ({
      subject: "Tu cuenta vuelve a estar abierta",
      status: "Nuestro equipo ha terminado la suspensión de tu cuenta. Ya puedes volver a entrar.",
      reason: "Lo que se decidió:",
      next: "Tus suscripciones duran lo que pagaste; si quieres, vuelve a activar sus renovaciones.",
      label: "Entrar",
    }),
  },
  listed: {
    en: () => ({
      subject: "Your page is listed",
      status: "Welcome! Our staff has looked at your page, and fans can find you from now on.",
      reason: "What they wrote:",
      next: "Go live whenever you like.",
      label: "Open your studio",
    }),
    es: () => ({
      subject: "Tu página ya está en las listas",
      status:
        "¡Te damos la bienvenida! Nuestro equipo revisó tu página y desde ahora tus fans pueden encontrarte.",
      reason: "Lo que escribieron:",
      next: "Sal en vivo cuando quieras.",
      label: "Abrir tu estudio",
    }),
  },
  sent_back: {
    en: () => ({
      subject: "Your page needs a small change",
      status: "Our staff has looked at your page. It cannot be listed yet, but nothing is lost.",
      reason: "What to change:",
      next: "Change it in your studio and send the page again.",
      label: "Open your studio",
    }),
    es: () => ({
      subject: "Tu página necesita un pequeño cambio",
      status:
        "Nuestro equipo revisó tu página. Todavía no puede estar en las listas, pero no se pierde nada.",
      reason: "Lo que hay que cambiar:",
      next: "Cámbialo en tu estudio y envía la página de nuevo.",
      label: "Abrir tu estudio",
    }),
  },
};

const studioPath = "/model/update-model-profile";
const paths: Record<AccountChange, string> = {
  suspended: "/contact",
  restored: "/login",
  listed: studioPath,
  sent_back: studioPath,
  fan_suspended: "/contact",
  fan_restored: "/login",
};

/** The email to a model or a fan about a decision of staff, with the reason as staff wrote it. */
export function accountEmail(
  change: AccountChange,
  to: Addressee,
  reason: string,
  contact: ContactSettings,
): Email {
  const { language } = to;
  const texts = accountTexts[change][language](contact);
  const hello = language === "es" ? `Hola, ${to.login}:` : `Hello ${to.login},`;
  return {
    to: to.email,
    language,
    subject: texts.subject,
    paragraphs: [hello, texts.status, `${texts.reason} ${reason}`, texts.next],
    action: { label: texts.label, url: contact.publicOrigin + paths[change] },
  };
}

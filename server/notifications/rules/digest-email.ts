import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";

type Digest = {
  to: { login: string; email: string; language: Language };
  /** What the fan has not read, each in a sentence, the newest first. */
  lines: readonly string[];
  /** The mail says how much there is and names nobody. */
  discreet: boolean;
  /** Scheme and host that the links begin with. */
  publicOrigin: string;
  /** Turns the daily mail off. */
  unsubscribeUrl: string;
};

type Texts = { subject: string; hello: string; lead: string; read: string; why: string; stop: string };

const texts: Record<Language, (login: string, count: number) => Texts> = {
  en: (login, count) => ({
    subject: count === 1 ? "1 new notification" : `${count} new notifications`,
    hello: `Hello ${login},`,
    lead: "This is what you have not read since yesterday:",
    read: "Read them",
    why: "We write once a day at most, because you turned the daily email on.",
    stop: "Stop the daily email",
  }),
  es: (login, count) => ({
    subject: count === 1 ? "1 aviso nuevo" : `${count} avisos nuevos`,
    hello: `Hola, ${login}:`,
    lead: "Esto es lo que no has leído desde ayer:",
    read: "Leerlos",
    why: "Te escribimos una vez al día como máximo, porque activaste el correo diario.",
    stop: "No recibir más el correo diario",
  }),
};

/** The daily mail of what a fan has not read. */
export function digestEmail({ to, lines, discreet, publicOrigin, unsubscribeUrl }: Digest): Email {
  const text = texts[to.language](to.login, lines.length);
  return {
    to: to.email,
    language: to.language,
    subject: text.subject,
    paragraphs: discreet ? [text.hello, text.subject] : [text.hello, text.lead, ...lines],
    action: { label: text.read, url: `${publicOrigin}/notifications` },
    footnote: text.why,
    unsubscribe: { label: text.stop, url: unsubscribeUrl },
  };
}

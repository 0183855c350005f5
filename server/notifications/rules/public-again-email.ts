import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import { discreetSubject } from "./discreet-subject.ts";

type PublicAgain = {
  to: { login: string; email: string; language: Language };
  model: { login: string; name: string };
  /** The subject names nobody. */
  discreet: boolean;
  /** Scheme and host that the link begins with. */
  publicOrigin: string;
  /** Turns these mails off. */
  unsubscribeUrl: string;
};

const texts: Record<
  Language,
  (
    login: string,
    name: string,
  ) => { subject: string; hello: string; news: string; watch: string; why: string; stop: string }
> = {
  en: (login, name) => ({
    subject: `${name} is public again`,
    hello: `Hello ${login},`,
    news: `The show is over and ${name} is back in public.`,
    watch: `Watch ${name}`,
    why: "We write once, because you asked to be told.",
    stop: "Stop emails about models who are public again",
  }),
  es: (login, name) => ({
    subject: `${name} vuelve a estar en público`,
    hello: `Hola, ${login}:`,
    news: `El show terminó y ${name} está otra vez en público.`,
    watch: `Ver a ${name}`,
    why: "Te escribimos una sola vez, porque pediste un aviso.",
    stop: "No recibir más avisos de modelos que vuelven a estar en público",
  }),
};

/** The one email to a fan who waited for a model to be public again. */
export function publicAgainEmail({ to, model, discreet, publicOrigin, unsubscribeUrl }: PublicAgain): Email {
  const { subject, hello, news, watch, why, stop } = texts[to.language](to.login, model.name);
  return {
    to: to.email,
    language: to.language,
    subject: discreet ? discreetSubject(to.language) : subject,
    paragraphs: [hello, news],
    action: { label: watch, url: `${publicOrigin}/stream/${model.login}` },
    footnote: why,
    unsubscribe: { label: stop, url: unsubscribeUrl },
  };
}

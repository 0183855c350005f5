import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import { discreetSubject } from "./discreet-subject.ts";

export type WentLive = {
  to: { login: string; email: string; language: Language };
  model: { login: string; name: string; topic: Record<Language, string> };
  /** The subject names nobody. */
  discreet: boolean;
  /** Scheme and host that the links begin with. */
  publicOrigin: string;
  /** Deletes the alert. */
  unsubscribeUrl: string;
};

type Texts = {
  subject: string;
  hello: string;
  news: string;
  topic: (topic: string) => string;
  watch: string;
  why: string;
  stop: string;
};

const texts: Record<Language, (login: string, name: string) => Texts> = {
  en: (login, name) => ({
    subject: `${name} is live now`,
    hello: `Hello ${login},`,
    news: `${name} has just gone live.`,
    topic: (topic) => `In the room now: ${topic}`,
    watch: `Watch ${name}`,
    why: `We write because you asked to be told when ${name} goes live, once per stream.`,
    stop: `Stop these emails about ${name}`,
  }),
  es: (login, name) => ({
    subject: `${name} está en vivo`,
    hello: `Hola, ${login}:`,
    news: `${name} acaba de empezar a transmitir.`,
    topic: (topic) => `Ahora en la sala: ${topic}`,
    watch: `Ver a ${name}`,
    why: `Te escribimos porque pediste un aviso cuando ${name} transmite, uno por transmisión.`,
    stop: `No recibir más avisos sobre ${name}`,
  }),
};

/** The email to a fan about a model who went live, with links to the room and to unsubscribe. */
export function wentLiveEmail({ to, model, discreet, publicOrigin, unsubscribeUrl }: WentLive): Email {
  const text = texts[to.language](to.login, model.name);
  const topic = model.topic[to.language].trim();
  return {
    to: to.email,
    language: to.language,
    subject: discreet ? discreetSubject(to.language) : text.subject,
    paragraphs: [text.hello, text.news, ...(topic === "" ? [] : [text.topic(topic)])],
    action: { label: text.watch, url: `${publicOrigin}/stream/${model.login}` },
    footnote: text.why,
    unsubscribe: { label: text.stop, url: unsubscribeUrl },
  };
}

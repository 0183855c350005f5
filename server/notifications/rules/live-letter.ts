import type { Language } from "#contract/common.ts";
import type { Letter } from "#server/mail/mail.ts";

export type LiveNews = {
  to: { login: string; email: string; language: Language };
  model: { login: string; name: string; topic: Record<Language, string> };
  /** Scheme and host that the links begin with. */
  publicOrigin: string;
  /** Takes the wish back. */
  offUrl: string;
};

type Words = {
  subject: string;
  hello: string;
  said: string;
  topic: (topic: string) => string;
  watch: string;
  why: string;
  stop: string;
};

const words: Record<Language, (login: string, name: string) => Words> = {
  en: (login, name) => ({
    subject: `${name} is live now`,
    hello: `Hello ${login},`,
    said: `${name} has just gone live.`,
    topic: (topic) => `In the room now: ${topic}`,
    watch: `Watch ${name}`,
    why: `We write because you asked to be told when ${name} goes live, once per broadcast.`,
    stop: `Stop these mails about ${name}`,
  }),
  es: (login, name) => ({
    subject: `${name} está en vivo`,
    hello: `Hola, ${login}:`,
    said: `${name} acaba de empezar a transmitir.`,
    topic: (topic) => `Ahora en la sala: ${topic}`,
    watch: `Ver a ${name}`,
    why: `Te escribimos porque pediste un aviso cuando ${name} transmite, uno por transmisión.`,
    stop: `No recibir más avisos sobre ${name}`,
  }),
};

/** Tells a fan that a model is live, with the way into her room and the way off. */
export function liveLetter({ to, model, publicOrigin, offUrl }: LiveNews): Letter {
  const said = words[to.language](to.login, model.name);
  const topic = model.topic[to.language].trim();
  return {
    to: to.email,
    language: to.language,
    subject: said.subject,
    paragraphs: [said.hello, said.said, ...(topic === "" ? [] : [said.topic(topic)])],
    action: { label: said.watch, url: `${publicOrigin}/stream/${model.login}` },
    footnote: said.why,
    off: { label: said.stop, url: offUrl },
  };
}

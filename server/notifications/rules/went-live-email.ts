import type { Language } from "#contract/common.ts";
import en from "#locales/mails/notices.en.json" with { type: "json" };
import es from "#locales/mails/notices.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
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

const texts = { en, es } as const;

/** The email to a fan about a model who went live, with links to the room and to unsubscribe. */
export function wentLiveEmail({ to, model, discreet, publicOrigin, unsubscribeUrl }: WentLive): Email {
  const { language } = to;
  const { name } = model;
  const t = texts[language];
  const topic = model.topic[language].trim();
  return {
    to: to.email,
    language,
    subject: discreet ? discreetSubject(language) : fill(t.live_subject, { name }),
    paragraphs: [
      greeting(to),
      fill(t.live_news, { name }),
      ...(topic === "" ? [] : [fill(t.live_topic, { topic })]),
    ],
    action: { label: fill(t.watch, { name }), url: `${publicOrigin}/stream/${model.login}` },
    footnote: fill(t.live_why, { name }),
    unsubscribe: { label: fill(t.live_stop, { name }), url: unsubscribeUrl },
  };
}

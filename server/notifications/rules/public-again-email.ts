import type { Language } from "#contract/common.ts";
import en from "#locales/mails/notices.en.json" with { type: "json" };
import es from "#locales/mails/notices.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
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

const texts = { en, es } as const;

/** The one email to a fan who waited for a model to be public again. */
export function publicAgainEmail({ to, model, discreet, publicOrigin, unsubscribeUrl }: PublicAgain): Email {
  const { language } = to;
  const { name } = model;
  const t = texts[language];
  return {
    to: to.email,
    language,
    subject: discreet ? discreetSubject(language) : fill(t.public_subject, { name }),
    paragraphs: [greeting(to), fill(t.public_news, { name })],
    action: { label: fill(t.watch, { name }), url: `${publicOrigin}/stream/${model.login}` },
    footnote: t.public_why,
    unsubscribe: { label: t.public_stop, url: unsubscribeUrl },
  };
}

import type { Language } from "#contract/common.ts";
import en from "#locales/mails/notices.en.json" with { type: "json" };
import es from "#locales/mails/notices.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { counted, fill } from "#server/kit/texts.ts";

type Digest = {
  to: { login: string; email: string; language: Language };
  /** The fan's unread notifications, each in a sentence, the newest first. */
  lines: readonly string[];
  /** The mail says how much there is and names nobody. */
  discreet: boolean;
  /** Scheme and host that the links begin with. */
  publicOrigin: string;
  /** Turns the daily mail off. */
  unsubscribeUrl: string;
};

const texts = { en, es } as const;

/** The daily mail of what a fan has not read. */
export function digestEmail({ to, lines, discreet, publicOrigin, unsubscribeUrl }: Digest): Email {
  const t = texts[to.language];
  const subject = fill(counted(t.digest_subject, lines.length), { count: String(lines.length) });
  return {
    to: to.email,
    language: to.language,
    subject,
    paragraphs: [greeting(to), ...(discreet ? [subject] : [t.digest_lead, ...lines])],
    action: { label: t.digest_read, url: `${publicOrigin}/notifications` },
    footnote: t.digest_why,
    unsubscribe: { label: t.digest_stop, url: unsubscribeUrl },
  };
}

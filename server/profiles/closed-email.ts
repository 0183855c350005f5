import en from "#locales/mails/closed-account.en.json" with { type: "json" };
import es from "#locales/mails/closed-account.es.json" with { type: "json" };
import type { Email } from "#server/email/email.ts";
import type { Account } from "#server/identity/identity.ts";
import { fill, longDay } from "#server/kit/texts.ts";

const texts = { en, es } as const;

/** The email after an account was deleted by its owner; `eraseAt`: when its personal data is erased. `url`: the front page. */
export function closedEmail(
  { email, language, role }: Pick<Account, "language" | "role"> & { email: string },
  { eraseAt, url }: { eraseAt: Date; url: string },
): Email {
  const t = texts[language];
  const erased = fill(t.erased, { day: longDay(eraseAt, language) });
  return {
    to: email,
    language,
    subject: t.subject,
    paragraphs: [fill(t.closed), ...(role === "fan" ? [t.subscriptions] : []), erased],
    action: { label: fill(t.open), url },
    footnote: t.footnote,
  };
}

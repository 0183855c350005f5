import accountEn from "#locales/mails/account.en.json" with { type: "json" };
import accountEs from "#locales/mails/account.es.json" with { type: "json" };
import en from "#locales/mails/x-account.en.json" with { type: "json" };
import es from "#locales/mails/x-account.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import type { Reachable } from "./store/email-links-store.ts";

const texts = { en: { ...accountEn, ...en }, es: { ...accountEs, ...es } } as const;

/** The name of an X account. An address that nobody has confirmed may be a stranger's, and gets no handle. */
function nameOf({ language, validation }: Reachable, handle: string): string {
  const t = texts[language];
  return validation === "confirmed" ? fill(t.named, { handle }) : t.unnamed;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Notifies the owner that an X account was connected, which is a way in beside the password. */
export function xConnectedMail(account: Reachable, handle: string, lostPasswordUrl: string): Email {
  const { language, email } = account;
  const t = texts[language];
  const text = fill(t.connected_text, { account: nameOf(account, handle) });
  return {
    to: email,
    language,
    subject: t.connected_subject,
    paragraphs: [greeting(account), text, t.connected_not_you],
    action: { label: t.choose_password, url: lostPasswordUrl },
  };
}

/**
 * The sentence in the mail about a changed password on the X account that was connected until then; null: there was
 * none.
 */
export function aboutX(account: Reachable, { disconnected }: { disconnected: boolean }): string | null {
  if (account.twitter === null) return null;
  const t = texts[account.language];
  const name = capital(nameOf(account, account.twitter));
  return fill(disconnected ? t.disconnected : t.still_connected, { account: name });
}

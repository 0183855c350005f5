import accountEn from "#locales/mails/account.en.json" with { type: "json" };
import accountEs from "#locales/mails/account.es.json" with { type: "json" };
import en from "#locales/mails/second-factor.en.json" with { type: "json" };
import es from "#locales/mails/second-factor.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import type { Reachable } from "./store/email-links-store.ts";

const texts = { en: { ...accountEn, ...en }, es: { ...accountEs, ...es } } as const;

/** Notifies the owner that the second factor is on. */
export const enrolledMail = (account: Reachable): Email => noticeOf(account, "enrolled");

/** Notifies the owner that the second factor is off. */
export const removedMail = (account: Reachable): Email => noticeOf(account, "removed");

/** Notifies the owner that staff removed a lost second factor. */
export const removedByStaffMail = (account: Reachable): Email => noticeOf(account, "removed_by_staff");

/** Notifies the owner that the recovery codes were replaced. */
export const renewedMail = (account: Reachable): Email => noticeOf(account, "renewed");

/** Notifies the owner that a recovery code was used, and how many are left. */
export function recoveryCodeUsedMail(account: Reachable, left: number): Email {
  const t = texts[account.language];
  const text = fill(t.used_text, { left: String(left) });
  return mailOf(account, t.used_subject, [text, t.not_you]);
}

/** Notifies the owner that somebody else knows the password. */
export function guessedMail(account: Reachable, url: string): Email {
  const t = texts[account.language];
  return {
    ...mailOf(account, t.guessed_subject, [fill(t.guessed_text), t.guessed_not_you]),
    action: { label: t.choose_password, url },
  };
}

function noticeOf(account: Reachable, event: "enrolled" | "removed" | "removed_by_staff" | "renewed"): Email {
  const t = texts[account.language];
  return mailOf(account, t[`${event}_subject`], [fill(t[`${event}_text`]), t.not_you]);
}

function mailOf(account: Reachable, subject: string, paragraphs: string[]): Email {
  const { email, language } = account;
  return { to: email, language, subject, paragraphs: [greeting(account), ...paragraphs] };
}

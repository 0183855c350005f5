import en from "#locales/mails/account.en.json" with { type: "json" };
import es from "#locales/mails/account.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import { linkHours, type Reachable } from "./store/email-links-store.ts";

/** The page to request and choose a new password. */
export const lostPasswordPath = "/lost-password";

const texts = { en, es } as const;

/** Asks to confirm the address. Only a fan's first one brings tokens: another address than that leaves the account pended. */
export function confirmMail(account: Reachable, url: string): Email {
  const t = texts[account.language];
  const bringsTokens = account.role === "fan" && account.status === "active";
  return {
    ...addressed(account),
    subject: t.confirm_subject,
    paragraphs: [greeting(account), bringsTokens ? t.confirm_ask_tokens : t.confirm_ask],
    action: { label: t.confirm_do, url },
    footnote: fill(t.confirm_footnote, { hours: String(linkHours.confirm_email) }),
  };
}

/** Notifies the previous address. */
export function emailChangedMail(account: Reachable, oldAddress: string): Email {
  const t = texts[account.language];
  return {
    ...addressed(account),
    to: oldAddress,
    subject: t.email_changed_subject,
    paragraphs: [greeting(account), fill(t.email_changed_text), t.email_changed_not_you],
  };
}

/** Sends the link to choose a new password. */
export function resetMail(account: Reachable, url: string): Email {
  const t = texts[account.language];
  return {
    ...addressed(account),
    subject: t.reset_subject,
    paragraphs: [greeting(account), fill(t.reset_text)],
    action: { label: t.choose_password, url },
    footnote: t.reset_footnote,
  };
}

/** Notifies the owner that the password was changed; `aboutX` is a sentence about the connected X account, if any. */
export function passwordChangedMail(account: Reachable, url: string, aboutX: string | null): Email {
  const t = texts[account.language];
  return {
    ...addressed(account),
    subject: t.password_changed_subject,
    paragraphs: [
      greeting(account),
      fill(t.password_changed_text),
      ...(aboutX === null ? [] : [aboutX]),
      t.password_changed_not_you,
    ],
    action: { label: t.choose_password, url },
  };
}

const addressed = ({ email, language }: Reachable) => ({ to: email, language });

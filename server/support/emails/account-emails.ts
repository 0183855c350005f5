import type { Language } from "#contract/common.ts";
import en from "#locales/mails/staff-changes.en.json" with { type: "json" };
import es from "#locales/mails/staff-changes.es.json" with { type: "json" };
import { type Email, greeting } from "#server/email/email.ts";
import { fill } from "#server/kit/texts.ts";
import type { ContactSettings } from "./emails.ts";

const texts = { en, es } as const;

/** Somebody with an address to write to. */
export type Addressee = { login: string; email: string; language: Language };

/** A staff action on the account of a model or a fan, or a decision about the page that a model sent. */
export type AccountChange =
  | "suspended"
  | "restored"
  | "listed"
  | "sent_back"
  | "fan_suspended"
  | "fan_restored";

const studioPath = "/model/update-model-profile";
const paths: Record<AccountChange, string> = {
  suspended: "/contact",
  restored: "/login",
  listed: studioPath,
  sent_back: studioPath,
  fan_suspended: "/contact",
  fan_restored: "/login",
};

/** The email to a model or a fan about a decision of staff, with the reason as staff wrote it. */
export function accountEmail(
  change: AccountChange,
  to: Addressee,
  reason: string,
  contact: ContactSettings,
): Email {
  const { language } = to;
  const t = texts[language];
  return {
    to: to.email,
    language,
    subject: t[`${change}_subject`],
    paragraphs: [
      greeting(to),
      t[`${change}_status`],
      fill(t[`${change}_reason`], { reason }),
      fill(t[`${change}_next`], { email: contact.supportEmail }),
    ],
    action: { label: t[`${change}_label`], url: contact.publicOrigin + paths[change] },
  };
}

import type { Email } from "#server/email/email.ts";
import type { Account } from "#server/identity/identity.ts";
import { longDay } from "#server/kit/texts.ts";

/** The email after an account was deleted by its owner; `eraseAt`: when its personal data is erased. `url`: the front page. */
export function closedEmail(
  { email, language, role }: Pick<Account, "language" | "role"> & { email: string },
  { eraseAt, url }: { eraseAt: Date; url: string },
): Email {
  const texts = language === "es" ? spanish : english;
  const day = longDay(eraseAt, language);
  return {
    to: email,
    language,
    subject: texts.subject,
    paragraphs: [texts.closed, ...(role === "fan" ? [texts.subscriptions] : []), texts.erased(day)],
    action: { label: texts.open, url },
    footnote: texts.footnote,
  };
}

const english = {
  subject: "Your account was deleted",
  closed: "Your Fanlight account was deleted, as you asked. It cannot be opened again.",
  subscriptions: "Subscriptions that were active are not renewed, and nothing more is charged.",
  erased: (day: string) =>
    `Your personal data is erased on ${day} (UTC). Payments stay, under a number instead of your name: accounting law requires it.`,
  open: "Open Fanlight",
  footnote: "If this was not you, write to us before that day.",
};

const spanish: typeof english = {
  subject: "Tu cuenta se eliminó",
  closed: "Tu cuenta de Fanlight se eliminó, como pediste. No se puede volver a abrir.",
  subscriptions: "Las suscripciones que estaban activas no se renuevan y no se cobra nada más.",
  erased: (day) =>
    `Tus datos personales se borran el ${day} (UTC). Los pagos se conservan con un número en lugar de tu nombre: lo exige la ley contable.`,
  open: "Abrir Fanlight",
  footnote: "Si no fuiste tú, escríbenos antes de ese día.",
};

import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import { linkHours, type Reachable } from "../mailed-link.ts";

type Words = Pick<Email, "subject" | "paragraphs" | "footnote">;
type Wording = Readonly<Record<Language, (login: string) => Words & { label?: string }>>;

const confirmWords: Wording = {
  en: (login) => ({
    subject: "Confirm your email",
    paragraphs: [
      `Hello ${login},`,
      "Please confirm that this is your email address. As a thank-you we add 5 tokens to your balance, once.",
    ],
    label: "Confirm my email",
    footnote: `The link is good for ${linkHours.confirm_email} hours and works once. If you did not sign up at Fanlight, ignore this mail.`,
  }),
  es: (login) => ({
    subject: "Confirma tu correo",
    paragraphs: [
      `Hola, ${login}:`,
      "Confirma que esta es tu dirección de correo. Como agradecimiento sumamos 5 tokens a tu saldo, una sola vez.",
    ],
    label: "Confirmar mi correo",
    footnote: `El enlace vale ${linkHours.confirm_email} horas y funciona una sola vez. Si no te registraste en Fanlight, ignora este correo.`,
  }),
};

const emailChangedWords: Wording = {
  en: (login) => ({
    subject: "Your email address was changed",
    paragraphs: [
      `Hello ${login},`,
      "Your Fanlight account has a new email address. From now on we write to that one.",
      "If this was not you, write to support at once: somebody knows your password.",
    ],
  }),
  es: (login) => ({
    subject: "Se cambió tu dirección de correo",
    paragraphs: [
      `Hola, ${login}:`,
      "Tu cuenta de Fanlight tiene una nueva dirección de correo. Desde ahora te escribimos a esa.",
      "Si no fuiste tú, escribe a soporte enseguida: alguien conoce tu contraseña.",
    ],
  }),
};

const resetWords: Wording = {
  en: (login) => ({
    subject: "Choose a new password",
    paragraphs: [`Hello ${login},`, "Somebody asked for a new password for your Fanlight account."],
    label: "Choose a new password",
    footnote:
      "The link is good for 60 minutes and works once. If it was not you, ignore this mail: nothing changes.",
  }),
  es: (login) => ({
    subject: "Elige una contraseña nueva",
    paragraphs: [`Hola, ${login}:`, "Alguien pidió una contraseña nueva para tu cuenta de Fanlight."],
    label: "Elegir contraseña nueva",
    footnote:
      "El enlace vale 60 minutos y funciona una sola vez. Si no fuiste tú, ignora este correo: nada cambia.",
  }),
};

const passwordChangedWords: Wording = {
  en: (login) => ({
    subject: "Your password was changed",
    paragraphs: [
      `Hello ${login},`,
      "The password of your Fanlight account was changed, and other devices were signed out.",
      "If this was not you, choose a new password at once.",
    ],
    label: "Choose a new password",
  }),
  es: (login) => ({
    subject: "Se cambió tu contraseña",
    paragraphs: [
      `Hola, ${login}:`,
      "La contraseña de tu cuenta de Fanlight se cambió y se cerró la sesión en los demás dispositivos.",
      "Si no fuiste tú, elige una contraseña nueva enseguida.",
    ],
    label: "Elegir contraseña nueva",
  }),
};

/** Asks to confirm the address. */
export const confirmMail = (account: Reachable, url: string): Email =>
  written(confirmWords, account, account.email, url);

/** Tells the address before that it is no longer the account's. */
export const emailChangedMail = (account: Reachable, oldAddress: string): Email =>
  written(emailChangedWords, account, oldAddress);

/** Brings the link to a new password. */
export const resetMail = (account: Reachable, url: string): Email =>
  written(resetWords, account, account.email, url);

/** Tells the owner that the password is another. */
export const passwordChangedMail = (account: Reachable, lostPasswordUrl: string): Email =>
  written(passwordChangedWords, account, account.email, lostPasswordUrl);

function written(wording: Wording, account: Reachable, to: string, url?: string): Email {
  const { label, ...words } = wording[account.language](account.login);
  return { ...words, to, language: account.language, ...(label && url ? { action: { label, url } } : {}) };
}

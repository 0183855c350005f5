import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import { linkHours, type Reachable } from "./store/email-links-store.ts";

/** The page to request and choose a new password. */
export const lostPasswordPath = "/lost-password";

type EmailText = Pick<Email, "subject" | "paragraphs" | "footnote">;
type EmailTexts = Readonly<Record<Language, (login: string) => EmailText & { label?: string }>>;

const confirmTexts = (bringsTokens: boolean): EmailTexts => ({
  en: (login) => ({
    subject: "Confirm your email",
    paragraphs: [
      `Hello ${login},`,
      `Please confirm that this is your email address.${bringsTokens ? " As a thank-you we add 5 tokens to your balance, once." : ""}`,
    ],
    label: "Confirm my email",
    footnote: `The link is valid for ${linkHours.confirm_email} hours and works once. If you did not sign up at Fanlight, ignore this email.`,
  }),
  es: (login) => ({
    subject: "Confirma tu correo",
    paragraphs: [
      `Hola, ${login}:`,
      `Confirma que esta es tu dirección de correo.${bringsTokens ? " Como agradecimiento sumamos 5 tokens a tu saldo, una sola vez." : ""}`,
    ],
    label: "Confirmar mi correo",
    footnote: `El enlace vale ${linkHours.confirm_email} horas y funciona una sola vez. Si no te registraste en Fanlight, ignora este correo.`,
  }),
});

const emailChangedTexts: EmailTexts = {
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

const resetTexts: EmailTexts = {
  en: (login) => ({
    subject: "Choose a new password",
    paragraphs: [`Hello ${login},`, "Somebody asked for a new password for your Fanlight account."],
    label: "Choose a new password",
    footnote:
      "The link is valid for 60 minutes and works once. If it was not you, ignore this email: nothing changes.",
  }),
  es: (login) => ({
    subject: "Elige una contraseña nueva",
    paragraphs: [`Hola, ${login}:`, "Alguien pidió una contraseña nueva para tu cuenta de Fanlight."],
    label: "Elegir contraseña nueva",
    footnote:
      "El enlace vale 60 minutos y funciona una sola vez. Si no fuiste tú, ignora este correo: nada cambia.",
  }),
};

const passwordChangedTexts: EmailTexts = {
  en: (login) => ({
    subject: "Your password was changed",
    paragraphs: [
      `Hello ${login},`,
      "The password of your Fanlight account was changed, and other devices were logged out.",
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

/** Asks to confirm the address. Only a fan's first one brings tokens: another address than that leaves the account pended. */
export const confirmMail = (account: Reachable, url: string): Email => {
  const bringsTokens = account.role === "fan" && account.status === "active";
  return accountEmail(confirmTexts(bringsTokens), account, account.email, url);
};

/** Notifies the previous address. */
export const emailChangedMail = (account: Reachable, oldAddress: string): Email =>
  accountEmail(emailChangedTexts, account, oldAddress);

/** Sends the link to choose a new password. */
export const resetMail = (account: Reachable, url: string): Email =>
  accountEmail(resetTexts, account, account.email, url);

/** Notifies the owner that the password was changed; `aboutX` is a sentence about the connected X account, if any. */
export function passwordChangedMail(
  account: Reachable,
  lostPasswordUrl: string,
  aboutX: string | null,
): Email {
  const email = accountEmail(passwordChangedTexts, account, account.email, lostPasswordUrl);
  const [hello = "", changed = "", ...advice] = email.paragraphs;
  return { ...email, paragraphs: [hello, changed, ...(aboutX === null ? [] : [aboutX]), ...advice] };
}

function accountEmail(wording: EmailTexts, account: Reachable, to: string, url?: string): Email {
  const { label, ...words } = wording[account.language](account.login);
  return { ...words, to, language: account.language, ...(label && url ? { action: { label, url } } : {}) };
}

type SecondFactorText = { subject: string; text: string; advice: string };
type SecondFactorTexts = Readonly<Record<Language, SecondFactorText>>;

const notYou: Readonly<Record<Language, string>> = {
  en: "If this was not you, choose a new password at once and write to support.",
  es: "Si no fuiste tú, elige una contraseña nueva enseguida y escribe a soporte.",
};

const enrolledTexts: SecondFactorTexts = {
  en: {
    subject: "Two-step login is on",
    text: "From now on your Fanlight account asks for a code from your app after the password. Other devices were logged out. Keep your recovery codes where you find them without your phone.",
    advice: notYou.en,
  },
  es: {
    subject: "La verificación en dos pasos está activada",
    text: "Desde ahora tu cuenta de Fanlight pide un código de tu aplicación después de la contraseña. Se cerró la sesión en los demás dispositivos. Guarda tus códigos de recuperación donde los encuentres sin el teléfono.",
    advice: notYou.es,
  },
};

const removedTexts: SecondFactorTexts = {
  en: {
    subject: "Two-step login is off",
    text: "Your Fanlight account no longer asks for a code after the password. Other devices were logged out.",
    advice: notYou.en,
  },
  es: {
    subject: "La verificación en dos pasos está desactivada",
    text: "Tu cuenta de Fanlight ya no pide un código después de la contraseña. Se cerró la sesión en los demás dispositivos.",
    advice: notYou.es,
  },
};

const removedByStaffTexts: SecondFactorTexts = {
  en: {
    subject: "Support has turned two-step login off",
    text: "You told support that your app and your recovery codes are lost, and support made sure that it was you. Your Fanlight account no longer asks for a code after the password, and you were logged out everywhere. Turn two-step login on again in your profile.",
    advice: notYou.en,
  },
  es: {
    subject: "Soporte desactivó la verificación en dos pasos",
    text: "Dijiste a soporte que perdiste tu aplicación y tus códigos de recuperación, y soporte comprobó que eras tú. Tu cuenta de Fanlight ya no pide un código después de la contraseña, y se cerró tu sesión en todas partes. Vuelve a activar la verificación en dos pasos en tu perfil.",
    advice: notYou.es,
  },
};

const renewedTexts: SecondFactorTexts = {
  en: {
    subject: "You have new recovery codes",
    text: "Your Fanlight account has a new set of recovery codes. Those from before no longer work.",
    advice: notYou.en,
  },
  es: {
    subject: "Tienes nuevos códigos de recuperación",
    text: "Tu cuenta de Fanlight tiene una nueva serie de códigos de recuperación. Los anteriores ya no funcionan.",
    advice: notYou.es,
  },
};

const usedWords = (left: number): SecondFactorTexts => ({
  en: {
    subject: "A recovery code was used",
    text: `One of the recovery codes of your Fanlight account was used in place of a code from your app. Left: ${left}.`,
    advice: notYou.en,
  },
  es: {
    subject: "Se usó un código de recuperación",
    text: `Se usó uno de los códigos de recuperación de tu cuenta de Fanlight en lugar de un código de tu aplicación. Quedan: ${left}.`,
    advice: notYou.es,
  },
});

const guessedWords: SecondFactorTexts = {
  en: {
    subject: "Somebody knows your password",
    text: "Somebody entered the right password of your Fanlight account and then several wrong codes. They did not get in.",
    advice: "If this was not you, choose a new password now: then they have to start over.",
  },
  es: {
    subject: "Alguien conoce tu contraseña",
    text: "Alguien escribió la contraseña correcta de tu cuenta de Fanlight y después varios códigos equivocados. No pudo entrar.",
    advice: "Si no fuiste tú, elige ahora una contraseña nueva: así tendrá que empezar de cero.",
  },
};

const chooseLabel: Readonly<Record<Language, string>> = {
  en: "Choose a new password",
  es: "Elegir contraseña nueva",
};

/** Notifies the owner that the second factor is on. */
export const enrolledMail = (account: Reachable): Email => secondFactorEmail(enrolledTexts, account);

/** Notifies the owner that the second factor is off. */
export const removedMail = (account: Reachable): Email => secondFactorEmail(removedTexts, account);

/** Notifies the owner that staff removed a lost second factor. */
export const removedByStaffMail = (account: Reachable): Email =>
  secondFactorEmail(removedByStaffTexts, account);

/** Notifies the owner that the recovery codes were replaced. */
export const renewedMail = (account: Reachable): Email => secondFactorEmail(renewedTexts, account);

/** Notifies the owner that a recovery code was used, and how many are left. */
export const recoveryCodeUsedMail = (account: Reachable, left: number): Email =>
  secondFactorEmail(usedWords(left), account);

/** Notifies the owner that somebody else knows the password. */
export const guessedMail = (account: Reachable, url: string): Email => ({
  ...secondFactorEmail(guessedWords, account),
  action: { label: chooseLabel[account.language], url },
});

function secondFactorEmail(wording: SecondFactorTexts, account: Reachable): Email {
  const { language, login, email } = account;
  const { subject, text, advice } = wording[language];
  const hello = language === "es" ? `Hola, ${login}:` : `Hello ${login},`;
  return { subject, paragraphs: [hello, text, advice], to: email, language };
}

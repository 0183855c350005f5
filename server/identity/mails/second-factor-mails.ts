import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import type { Reachable } from "../mailed-link.ts";

type Words = { subject: string; text: string; advice: string };
type Wording = Readonly<Record<Language, Words>>;

const notYou: Readonly<Record<Language, string>> = {
  en: "If this was not you, choose a new password at once and write to support.",
  es: "Si no fuiste tú, elige una contraseña nueva enseguida y escribe a soporte.",
};

const enrolledWords: Wording = {
  en: {
    subject: "Two-step login is on",
    text: "From now on your Fanlight account asks for a code of your app after the password. Other devices were signed out. Keep your recovery codes where you find them without your phone.",
    advice: notYou.en,
  },
  es: {
    subject: "La verificación en dos pasos está activada",
    text: "Desde ahora tu cuenta de Fanlight pide un código de tu aplicación después de la contraseña. Se cerró la sesión en los demás dispositivos. Guarda tus códigos de recuperación donde los encuentres sin el teléfono.",
    advice: notYou.es,
  },
};

const removedWords: Wording = {
  en: {
    subject: "Two-step login is off",
    text: "Your Fanlight account no longer asks for a code after the password. Other devices were signed out.",
    advice: notYou.en,
  },
  es: {
    subject: "La verificación en dos pasos está desactivada",
    text: "Tu cuenta de Fanlight ya no pide un código después de la contraseña. Se cerró la sesión en los demás dispositivos.",
    advice: notYou.es,
  },
};

const removedByStaffWords: Wording = {
  en: {
    subject: "Support has turned two-step login off",
    text: "You told support that your app and your recovery codes are lost, and support made sure that it was you. Your Fanlight account no longer asks for a code after the password, and you were signed out everywhere. Turn two-step login on again in your settings.",
    advice: notYou.en,
  },
  es: {
    subject: "Soporte desactivó la verificación en dos pasos",
    text: "Dijiste a soporte que perdiste tu aplicación y tus códigos de recuperación, y soporte comprobó que eras tú. Tu cuenta de Fanlight ya no pide un código después de la contraseña, y se cerró tu sesión en todas partes. Vuelve a activar la verificación en dos pasos en tus ajustes.",
    advice: notYou.es,
  },
};

const renewedWords: Wording = {
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

const usedWords = (left: number): Wording => ({
  en: {
    subject: "A recovery code was used",
    text: `One of the recovery codes of your Fanlight account was used in the place of a code of your app. Left: ${left}.`,
    advice: notYou.en,
  },
  es: {
    subject: "Se usó un código de recuperación",
    text: `Se usó uno de los códigos de recuperación de tu cuenta de Fanlight en lugar de un código de tu aplicación. Quedan: ${left}.`,
    advice: notYou.es,
  },
});

const guessedWords: Wording = {
  en: {
    subject: "Somebody knows your password",
    text: "Somebody told the right password of your Fanlight account and then several wrong codes. They did not get in.",
    advice: "If this was not you, choose a new password now: then they are back at the beginning.",
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

/** Tells the owner that codes are asked for from now on. */
export const enrolledMail = (account: Reachable): Email => written(enrolledWords, account);

/** Tells the owner that no codes are asked for any more. */
export const removedMail = (account: Reachable): Email => written(removedWords, account);

/** Tells the owner that the staff took a lost second factor away. */
export const removedByStaffMail = (account: Reachable): Email => written(removedByStaffWords, account);

/** Tells the owner that the recovery codes are others. */
export const renewedMail = (account: Reachable): Email => written(renewedWords, account);

/** Tells the owner that a recovery code was used, and how many are left. */
export const recoveryCodeUsedMail = (account: Reachable, left: number): Email =>
  written(usedWords(left), account);

/** Tells the owner that somebody else has the password. */
export const guessedMail = (account: Reachable, url: string): Email => ({
  ...written(guessedWords, account),
  action: { label: chooseLabel[account.language], url },
});

function written(wording: Wording, account: Reachable): Email {
  const { language, login, email } = account;
  const { subject, text, advice } = wording[language];
  const hello = language === "es" ? `Hola, ${login}:` : `Hello ${login},`;
  return { subject, paragraphs: [hello, text, advice], to: email, language };
}

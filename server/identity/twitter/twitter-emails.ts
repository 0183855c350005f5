import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";
import type { Reachable } from "../store/email-links-store.ts";

type Texts = Readonly<Record<Language, (account: string) => string>>;

const an: Readonly<Record<Language, string>> = { en: "an X account", es: "una cuenta de X" };
const the: Readonly<Record<Language, string>> = { en: "the X account @", es: "la cuenta de X @" };

/** What names an X account. An address that nobody has confirmed may be a stranger's, and gets no handle. */
function nameOf({ language, validation }: Reachable, handle: string): string {
  return validation === "confirmed" ? the[language] + handle : an[language];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const subjects = { en: "X was connected to your account", es: "Se conectó X a tu cuenta" } as const;

const connectedTexts: Readonly<Record<Language, (login: string, account: string) => string[]>> = {
  en: (login, account) => [
    `Hello ${login},`,
    `From now on ${account} can log in to your Fanlight account, without the password.`,
    "If this was not you, choose a new password by email at once: that disconnects X again. Then write to support.",
  ],
  es: (login, account) => [
    `Hola, ${login}:`,
    `Desde ahora ${account} permite entrar en tu cuenta de Fanlight, sin la contraseña.`,
    "Si no fuiste tú, elige enseguida una contraseña nueva por correo: así X queda desconectado. Después escribe a soporte.",
  ],
};

const labels = { en: "Choose a new password", es: "Elegir contraseña nueva" } as const;

/** Notifies the owner that an X account was connected, which is a way in beside the password. */
export function xConnectedMail(account: Reachable, handle: string, lostPasswordUrl: string): Email {
  const { language, login, email } = account;
  return {
    subject: subjects[language],
    paragraphs: connectedTexts[language](login, nameOf(account, handle)),
    action: { label: labels[language], url: lostPasswordUrl },
    to: email,
    language,
  };
}

const disconnectedTexts: Texts = {
  en: (account) =>
    `${capital(account)} was disconnected and can no longer log in. If it is yours, connect it again in your profile.`,
  es: (account) =>
    `${capital(account)} quedó desconectada y ya no permite entrar. Si es tuya, vuelve a conectarla en tu perfil.`,
};

const stillConnectedTexts: Texts = {
  en: (account) =>
    `${capital(account)} is still connected and can log in, too. If it is not yours, disconnect it in your profile.`,
  es: (account) =>
    `${capital(account)} sigue conectada y también permite entrar. Si no es tuya, desconéctala en tu perfil.`,
};

/** What the mail about a changed password says of the X account that was connected until then; null: there was none. */
export function aboutX(account: Reachable, { disconnected }: { disconnected: boolean }): string | null {
  if (account.twitter === null) return null;
  const texts = disconnected ? disconnectedTexts : stillConnectedTexts;
  return texts[account.language](nameOf(account, account.twitter));
}

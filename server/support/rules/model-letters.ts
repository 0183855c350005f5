import type { Language } from "#contract/common.ts";
import type { Email } from "#server/email/email.ts";

/** A model with an address to write to. */
export type Addressee = { login: string; email: string; language: Language };

/** What the staff did to her account. */
export type ModelNews = "suspended" | "restored";

type House = { supportEmail: string; publicOrigin: string };
type Words = { subject: string; said: string; reason: string; next: string; label: string };

const words: Record<ModelNews, Record<Language, (house: House) => Words>> = {
  suspended: {
    en: ({ supportEmail }) => ({
      subject: "Your account is suspended",
      said: "Our staff has suspended your account. Your room has ended, nobody finds your page, and you cannot sign in or broadcast for now. What you earned stays yours.",
      reason: "The reason:",
      next: `If you think that this is wrong, tell us why. You can also write to ${supportEmail}. A person looks at it.`,
      label: "Write to us",
    }),
    es: ({ supportEmail }) => ({
      subject: "Tu cuenta está suspendida",
      said: "Nuestro equipo ha suspendido tu cuenta. Tu sala ha terminado, nadie encuentra tu página y por ahora no puedes entrar ni transmitir. Lo que ganaste sigue siendo tuyo.",
      reason: "El motivo:",
      next: `Si crees que es un error, dinos por qué. También puedes escribir a ${supportEmail}. Lo revisa una persona.`,
      label: "Escríbenos",
    }),
  },
  restored: {
    en: () => ({
      subject: "Your account is open again",
      said: "Our staff has ended the suspension of your account. You can sign in and broadcast again.",
      reason: "What was decided:",
      next: "You were signed out everywhere, so log in anew.",
      label: "Log in",
    }),
    es: () => ({
      subject: "Tu cuenta vuelve a estar abierta",
      said: "Nuestro equipo ha terminado la suspensión de tu cuenta. Ya puedes entrar y transmitir.",
      reason: "Lo que se decidió:",
      next: "Se cerró tu sesión en todas partes, así que entra de nuevo.",
      label: "Entrar",
    }),
  },
};

const paths: Record<ModelNews, string> = { suspended: "/contact", restored: "/login" };

/** Tells a model that her account was suspended or restored, and why: the reason as the staff wrote it. */
export function modelLetter(news: ModelNews, to: Addressee, reason: string, house: House): Email {
  const { language } = to;
  const said = words[news][language](house);
  const hello = language === "es" ? `Hola, ${to.login}:` : `Hello ${to.login},`;
  return {
    to: to.email,
    language,
    subject: said.subject,
    paragraphs: [hello, said.said, `${said.reason} ${reason}`, said.next],
    action: { label: said.label, url: house.publicOrigin + paths[news] },
  };
}

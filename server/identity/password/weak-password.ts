import type { Call } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { WeakPassword } from "./choose-password.ts";

const texts = defineTexts({
  password_common: {
    en: "this password is one of the first that are tried: please choose another one",
    es: "esta contraseña es de las primeras que se prueban: elige otra",
  },
  password_personal: {
    en: "this password is little more than your name, your email or a word of this site: please choose another one",
    es: "esta contraseña es poco más que tu nombre, tu correo o una palabra de este sitio: elige otra",
  },
  password_breached: {
    en: "this password is known from data leaks: please choose another one",
    es: "esta contraseña aparece en filtraciones de datos: elige otra",
  },
});

/** Is it the chosen password that was refused? */
export function isWeak(refusal: { code: string }): refusal is WeakPassword {
  return Object.hasOwn(texts, refusal.code);
}

/** The answer to a chosen password that is too easy to guess: 422 on `password`. */
export function weakPassword(call: Pick<Call, "language">, { code }: WeakPassword) {
  return problem(call, 422, texts, code, { errors: { password: [texts[code][call.language]] } });
}

import type { Call } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { PasswordRefusal } from "./check-password.ts";

const texts = defineTexts({
  password_required: { en: "required field", es: "campo obligatorio" },
  wrong_password: { en: "This is not your current password.", es: "Esta no es tu contraseña actual." },
  too_many: {
    en: "Too many tries. Please wait a few minutes.",
    es: "Demasiados intentos. Espera unos minutos.",
  },
});

/** Did an operation refuse because of the password, and not for reasons of its own? */
export function isPasswordRefusal(refusal: { code: string }): refusal is PasswordRefusal {
  return refusal.code in texts;
}

/** The answer when the present password was not told: 422 on `current_password`, or 429. */
export function refusedPassword(call: Call, refusal: PasswordRefusal) {
  if (refusal.code === "too_many") {
    const retry_after = refusal.retryAfterSeconds;
    const headers = { "retry-after": String(retry_after) };
    return { ...problem(call, 429, texts, "too_many", { retry_after }), headers };
  }
  const errors = { current_password: [texts[refusal.code][call.language]] };
  return problem(call, 422, texts, refusal.code, { errors });
}

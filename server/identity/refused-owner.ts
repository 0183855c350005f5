import type { OwnerForm } from "#contract/owner.ts";
import type { Call, Viewer } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { OwnerProof, OwnerRefusal } from "./check-owner.ts";

const texts = defineTexts({
  password_required: { en: "required field", es: "campo obligatorio" },
  wrong_password: { en: "This is not your current password.", es: "Esta no es tu contraseña actual." },
  code_required: { en: "required field", es: "campo obligatorio" },
  wrong_code: {
    en: "This code is wrong or was used already. Please wait for the next one.",
    es: "Este código es incorrecto o ya se usó. Espera al siguiente.",
  },
  sign_in_again: {
    en: "Log in with Twitter again first: this needs a login of the last 10 minutes.",
    es: "Vuelve a entrar con Twitter primero: para esto hace falta haber entrado en los últimos 10 minutos.",
  },
  too_many: {
    en: "Too many tries. Please wait a few minutes.",
    es: "Demasiados intentos. Espera unos minutos.",
  },
});

/** What a form tells to prove that its sender is the owner. */
export function proofOf(body: OwnerForm, { viewer }: Call<Viewer>): OwnerProof {
  const { current_password, one_time_code } = body;
  return { password: current_password, oneTimeCode: one_time_code, tokenId: viewer.tokenId };
}

/** Did an operation refuse because it did not believe the owner, and not for reasons of its own? */
export function isOwnerRefusal(refusal: { code: string }): refusal is OwnerRefusal {
  return Object.hasOwn(texts, refusal.code);
}

/** The answer when the owner was not believed: 422 on `current_password` or `one_time_code`, 403, or 429. */
export function refusedOwner(call: Pick<Call, "language">, refusal: OwnerRefusal) {
  const { code } = refusal;
  if (code === "too_many") {
    const retry_after = refusal.retryAfterSeconds;
    const headers = { "retry-after": String(retry_after) };
    return { ...problem(call, 429, texts, code, { retry_after }), headers };
  }
  if (code === "sign_in_again") return problem(call, 403, texts, code);
  const field = code === "code_required" || code === "wrong_code" ? "one_time_code" : "current_password";
  return problem(call, 422, texts, code, { errors: { [field]: [texts[code][call.language]] } });
}

import type { Call } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { SignedIn } from "./accounts.ts";
import type { SignInRefusal } from "./sign-in.ts";

const texts = defineTexts({
  wrong_pair: { en: "Wrong username or password.", es: "Usuario o contraseña incorrectos." },
  second_factor_required: {
    en: "Please enter the code of your app, too.",
    es: "Escribe también el código de tu aplicación.",
  },
  wrong_code: {
    en: "This code is wrong or was used already. Please wait for the next one.",
    es: "Este código es incorrecto o ya se usó. Espera al siguiente.",
  },
  blocked: { en: "This account is blocked.", es: "Esta cuenta está bloqueada." },
  too_many: {
    en: "Too many tries. Please wait a few minutes.",
    es: "Demasiados intentos. Espera unos minutos.",
  },
});

/** A session in the words of the wire. */
export function presentSession(session: SignedIn) {
  return {
    accessToken: session.token,
    expiresIn: session.expiresInSeconds,
    fan_id: session.accountId,
    role: session.role,
  };
}

/** The answer when no session was opened: 401 until everything that is asked for is right, 403 blocked, or 429. */
export function refusedSignIn(call: Pick<Call, "language">, refusal: SignInRefusal) {
  const { code } = refusal;
  if (code === "too_many") return tooManyTries(call, refusal.retryAfterSeconds);
  if (code === "blocked") return problem(call, 403, texts, code);
  if (code !== "wrong_code") return problem(call, 401, texts, code);
  return problem(call, 401, texts, code, { errors: { one_time_code: [texts[code][call.language]] } });
}

/** 429 with the time to wait, in the body and as a header. */
export function tooManyTries(call: Pick<Call, "language">, retry_after: number) {
  const headers = { "retry-after": String(retry_after) };
  return { ...problem(call, 429, texts, "too_many", { retry_after }), headers };
}

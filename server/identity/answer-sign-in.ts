import type { Call } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { Identity } from "./identity.ts";
import type { SignedIn } from "./needs.ts";
import type { SessionOrigin } from "./open-session.ts";
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
  too_many_sign_ins: {
    en: "Too many tries. Please wait a few minutes, or choose a new password by email.",
    es: "Demasiados intentos. Espera unos minutos o elige una contraseña nueva por correo.",
  },
});

/** Where a session is being opened: the caller, on the device that it brings or gets now. */
export function originOf(
  call: Call,
  { cookies }: Pick<Identity, "cookies">,
): SessionOrigin & { device: string } {
  return { address: call.address, userAgent: call.userAgent, device: cookies.deviceOf(call) };
}

/** A session in the words of the wire, with the cookies that go with it. */
export function presentSession(
  session: SignedIn,
  { device }: { device: string },
  { cookies }: Pick<Identity, "cookies">,
) {
  const body = {
    accessToken: session.token,
    expiresIn: session.expiresInSeconds,
    fan_id: session.accountId,
    role: session.role,
  };
  return { body, headers: { "set-cookie": cookies.opened(session, device) } };
}

/** The answer when no session was opened: 401 until everything that is asked for is right, 403 blocked, or 429. */
export function refusedSignIn(call: Pick<Call, "language">, refusal: SignInRefusal) {
  const { code } = refusal;
  if (code === "too_many")
    return tooManyTries(call, refusal.retryAfterSeconds, texts.too_many_sign_ins[call.language]);
  if (code === "blocked") return problem(call, 403, texts, code);
  if (code !== "wrong_code") return problem(call, 401, texts, code);
  return problem(call, 401, texts, code, { errors: { one_time_code: [texts[code][call.language]] } });
}

/** 429 with the time to wait, in the body and as a header, and perhaps words of its own. */
export function tooManyTries(
  call: Pick<Call, "language">,
  retry_after: number,
  message = texts.too_many[call.language],
) {
  const headers = { "retry-after": String(retry_after) };
  return { ...problem(call, 429, texts, "too_many", { retry_after, message }), headers };
}

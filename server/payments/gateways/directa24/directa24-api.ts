import { createHmac } from "node:crypto";

export type Directa24Settings = {
  /** The merchant's login of the deposits API, and the key that signs its calls. */
  login: string;
  signatureKey: string;
  /** The read-only key, a credential of its own, by which the list of payment methods is asked for. */
  readOnlyKey: string;
  /** Base address of the API without a trailing slash, `https://api.directa24.com`; asked for at each call. */
  apiUrl: () => string;
  /** Where deposits are reported to. */
  notificationUrl: () => string;
  now: () => Date;
  /** How long an answer is awaited, ms. */
  timeoutMs?: number;
  fetch?: typeof fetch;
};

/** `status` null: nothing was answered. `json` null: what was answered is no JSON. */
export type ApiAnswer = { status: number | null; json: unknown; detail: string };

/**
 * Signs a call of the deposits API (v3): `D24 ` and the hexadecimal HMAC-SHA256 of `X-Date`, `X-Login` and the body,
 * one after another. A call without a body signs the empty string.
 */
export function authorizationOf({
  signatureKey,
  login,
  date,
  body,
}: {
  signatureKey: string;
  login: string;
  date: string;
  body: string;
}): string {
  return `D24 ${createHmac("sha256", signatureKey).update(`${date}${login}${body}`).digest("hex")}`;
}

/** Asks for a deposit. A repeated key names the same deposit. */
export function postDeposit(settings: Directa24Settings, key: string, deposit: object): Promise<ApiAnswer> {
  const body = JSON.stringify(deposit);
  return call(settings, "/v3/deposits", {
    method: "POST",
    body,
    headers: {
      ...signedHeaders(settings, body),
      "content-type": "application/json",
      "x-idempotency-key": key,
    },
  });
}

/** Reads a deposit by the number that the gateway gave it. */
export function getDeposit(settings: Directa24Settings, depositId: string): Promise<ApiAnswer> {
  const headers = signedHeaders(settings, "");
  return call(settings, `/v3/deposits/${encodeURIComponent(depositId)}`, { method: "GET", headers });
}

/** Reads a refund by the number that the gateway gave it. */
export function getRefund(settings: Directa24Settings, refundId: string): Promise<ApiAnswer> {
  const headers = signedHeaders(settings, "");
  return call(settings, `/v3/refunds/${encodeURIComponent(refundId)}`, { method: "GET", headers });
}

/** The ways to pay in a country, by its ISO 3166 code. */
export function getPaymentMethods(settings: Directa24Settings, country: string): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${settings.readOnlyKey}` };
  return call(settings, `/v3/payment_methods?country=${encodeURIComponent(country)}`, {
    method: "GET",
    headers,
  });
}

function signedHeaders({ login, signatureKey, now }: Directa24Settings, body: string) {
  const date = now()
    .toISOString()
    .replace(/\.\d{3}Z$/, "Z");
  return {
    "x-login": login,
    "x-date": date,
    authorization: authorizationOf({ signatureKey, login, date, body }),
  };
}

/** One HTTP call. An error is named only: its message might quote what was sent. */
async function call(settings: Directa24Settings, path: string, request: RequestInit): Promise<ApiAnswer> {
  try {
    const signal = AbortSignal.timeout(settings.timeoutMs ?? 15_000);
    const send = settings.fetch ?? fetch;
    const response = await send(`${settings.apiUrl()}${path}`, { ...request, signal, redirect: "error" });
    const text = await response.text();
    return { status: response.status, json: parseJson(text), detail: `status ${response.status}` };
  } catch (error) {
    return { status: null, json: null, detail: error instanceof Error ? error.name : "error" };
  }
}

/** The value of a JSON text, or null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { saleTimeoutMs } from "../../rules/waiting.ts";
import { type NmiReply, readReply } from "./nmi-wire.ts";

export type ThreeDsSettings = {
  /** The public key of Gateway.js. */
  checkoutKey: string;
  /** Scheme and host of our own pages. */
  publicOrigin: () => string;
};

export type NmiSettings = {
  /** Base address of the API without a trailing slash, `https://secure.nmi.com`; asked for at each call. */
  apiUrl: () => string;
  /** Key of the Payment and the Query API. */
  securityKey: string;
  /** Key that signs webhooks. */
  webhookKey: string;
  /** The public key of its card fields; null where cards are not to be taken by them. */
  tokenizationKey: string | null;
  /** Asks the payers' banks for a confirmation (3-D Secure) where one is wanted; null: nobody is asked. */
  threeDs: ThreeDsSettings | null;
  /** How long the answer to a sale, and to a question, is awaited, ms. */
  timeoutMs?: number;
  queryTimeoutMs?: number;
  fetch?: typeof fetch;
};

type Answer = { status: number | null; text: string; detail: string };

/** One HTTP call. An error is named only: its message might quote what was sent. */
export async function post(
  { apiUrl, securityKey, fetch: send = fetch }: NmiSettings,
  path: string,
  form: Record<string, string>,
  timeoutMs: number,
): Promise<Answer> {
  try {
    const response = await send(`${apiUrl()}${path}`, {
      method: "POST",
      body: new URLSearchParams({ security_key: securityKey, ...form }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    return { status: response.status, text: await response.text(), detail: `status ${response.status}` };
  } catch (error) {
    return { status: null, text: "", detail: error instanceof Error ? error.name : "error" };
  }
}

/** How long everything that belongs to one sale may take, ms. */
export const budgetOf = ({ timeoutMs }: NmiSettings) => timeoutMs ?? saleTimeoutMs;

/** A call of the Payment API; `reply` is null where no clear answer came within `timeoutMs`. */
export async function transact(
  settings: NmiSettings,
  form: Record<string, string>,
  timeoutMs = budgetOf(settings),
): Promise<{ reply: NmiReply | null; detail: string }> {
  const { status, text, detail } = await post(settings, "/api/transact.php", form, timeoutMs);
  return { reply: status === 200 ? readReply(text) : null, detail };
}

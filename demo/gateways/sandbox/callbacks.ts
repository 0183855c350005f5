import { createHmac, randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import type { Faults } from "../faults.ts";
import { createMessageSender } from "../messages.ts";
import type { KnobBoard } from "./knobs.ts";
import type { PresentedSale } from "./sale.ts";

/** Sends the merchant callbacks about sales. */
export type CallbackSender = {
  /** Plans the callback of a change; it is tried up to 5 times until the merchant answers 2xx. */
  sendCallbacks(sale: PresentedSale): void;
  /** Sends no more. */
  stop(): void;
};

export type CallbackSenderNeeds = {
  url: () => string;
  secret: string;
  knobs: KnobBoard;
  clock: Clock;
  faults?: Faults | undefined;
  fetch: typeof fetch;
};

type Callback = { body: string; orderId: string; isOnlyWord: boolean };

const retryPausesMs = [1_000, 5_000, 25_000, 125_000] as const;
const timeoutMs = 10_000;
const heldMax = 100;

/** `Sandbox-Signature: n=<nonce>,s=<hex>` where s = HMAC-SHA256(secret, nonce + "." + body). */
export function signCallback(secret: string, nonce: string, body: string): string {
  return `n=${nonce},s=${createHmac("sha256", secret).update(`${nonce}.${body}`).digest("hex")}`;
}

/** Sends callbacks by the knobs of each order. */
export function createCallbackSender(needs: CallbackSenderNeeds): CallbackSender {
  const held = new Map<string, Callback>();
  const sender = createMessageSender({ ...needs, retryPausesMs });

  function plan(callback: Callback): void {
    const { callbackDelayMs: delayMs, callbackCopies: copies } = needs.knobs.of(callback.orderId);
    sender.send(() => post(needs, callback), { delayMs, copies, isOnlyWord: callback.isOnlyWord });
  }

  return {
    sendCallbacks(sale) {
      // Nobody asks again about a sale that succeeded.
      const isOnlyWord = /^(refunded|charged_back|chargeback_reversed)$/.test(sale.status);
      const callback = { body: callbackBody(sale), orderId: sale.order_id, isOnlyWord };
      const waiting = held.get(sale.id);
      if (needs.knobs.of(sale.order_id).reorder && !waiting && held.size < heldMax) {
        held.set(sale.id, callback);
        return;
      }
      plan(callback);
      held.delete(sale.id);
      if (waiting) plan(waiting);
    },
    stop: sender.stop,
  };
}

function callbackBody(sale: PresentedSale): string {
  const { checkout_url: _checkoutUrl, ...reported } = sale;
  return JSON.stringify({ event_id: randomUUID(), event_type: `sale.${sale.status}`, sale: reported });
}

async function post(needs: CallbackSenderNeeds, { body, orderId }: Callback): Promise<boolean> {
  const secret = needs.knobs.of(orderId).badSignature ? "somebody else's secret" : needs.secret;
  try {
    const response = await needs.fetch(needs.url(), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "sandbox-signature": signCallback(secret, randomUUID(), body),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

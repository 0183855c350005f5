import { createHmac, randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
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
  fetch: typeof fetch;
};

type Delivery = { body: string; orderId: string };

const retryPausesMs = [1_000, 5_000, 25_000, 125_000] as const;
const timeoutMs = 10_000;
const heldMax = 100;

/** `Sandbox-Signature: n=<nonce>,s=<hex>` where s = HMAC-SHA256(secret, nonce + "." + body). */
export function signCallback(secret: string, nonce: string, body: string): string {
  return `n=${nonce},s=${createHmac("sha256", secret).update(`${nonce}.${body}`).digest("hex")}`;
}

/** A sender with its own queue; what is waiting is lost with the process, as the merchant must be able to bear. */
export function createCallbackSender(needs: CallbackSenderNeeds): CallbackSender {
  const cancels = new Set<() => void>();
  const held = new Map<string, Delivery>();
  let isStopped = false;

  function later(delayMs: number, task: () => void): void {
    if (isStopped) return;
    const cancel = needs.clock.after(delayMs, () => {
      cancels.delete(cancel);
      task();
    });
    cancels.add(cancel);
  }

  function plan(delivery: Delivery): void {
    const { callbackDelayMs, callbackCopies } = needs.knobs.of(delivery.orderId);
    for (let copy = 0; copy < callbackCopies; copy++) later(callbackDelayMs, () => void deliver(delivery, 0));
  }

  async function deliver(delivery: Delivery, attempt: number): Promise<void> {
    const pauseMs = retryPausesMs[attempt];
    if ((await post(needs, delivery)) || pauseMs === undefined) return;
    later(pauseMs, () => void deliver(delivery, attempt + 1));
  }

  return {
    sendCallbacks(sale) {
      const delivery = { body: callbackBody(sale), orderId: sale.order_id };
      const waiting = held.get(sale.id);
      if (needs.knobs.of(sale.order_id).reorder && !waiting && held.size < heldMax) {
        held.set(sale.id, delivery);
        return;
      }
      plan(delivery);
      held.delete(sale.id);
      if (waiting) plan(waiting);
    },
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}

function callbackBody(sale: PresentedSale): string {
  const { checkout_url: _checkoutUrl, ...reported } = sale;
  return JSON.stringify({ event_id: randomUUID(), event_type: `sale.${sale.status}`, sale: reported });
}

async function post(needs: CallbackSenderNeeds, { body, orderId }: Delivery): Promise<boolean> {
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

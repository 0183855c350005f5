import type { Subscription } from "#contract/subscriptions.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";

export type Wished =
  | { kind: "payment"; url: string }
  | { kind: "active"; subscription: Subscription | undefined }
  | { kind: "refused"; text: string };

/** Wishes a subscription, or its renewal. The key is this one press's own. */
export async function wishSubscription(modelId: number): Promise<Wished> {
  const answer = await browserApi.call("POST /api/fan/subscribe-model", {
    body: { modelId },
    idempotencyKey: crypto.randomUUID(),
  });
  if (answer.status === 0) return { kind: "refused", text: m.sub_problem_network() };
  if (answer.status !== 200) return { kind: "refused", text: answer.body.message };
  const { status, url, subscription } = answer.body;
  return status === "payment" && url ? { kind: "payment", url } : { kind: "active", subscription };
}

export type CanceledAnswer = { ok: true; subscription: Subscription } | { ok: false; text: string };

/** Switches the renewal of one subscription off. */
export async function cancelSubscription(id: number): Promise<CanceledAnswer> {
  const answer = await browserApi.call("POST /api/payments/cancel-subscription/{id}", { params: { id } });
  if (answer.status === 200) return { ok: true, subscription: answer.body.subscription };
  return { ok: false, text: answer.status === 0 ? m.sub_problem_network() : answer.body.message };
}

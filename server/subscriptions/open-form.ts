import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { change, lockById, lockFan, type SubscriptionRow } from "./store/subscriptions.ts";

/**
 * Asks the gateway for the form of a pending subscription, outside of any transaction. A form is no payment: when none
 * comes, the next request asks again.
 */
export async function askForm(
  needs: SubscriptionsNeeds,
  row: SubscriptionRow,
  request: SubscribeRequest,
): Promise<Result<{ subscribed: Subscribed }, SubscribeRefusal>> {
  const email = (await needs.accounts.byId(needs.db, request.fanId))?.email ?? "";
  const returnUrl = (end: "success" | "failed") =>
    `${needs.publicOrigin}/subscription-result?to=${row.model_id}&end=${end}`;
  const opened = await gatewayNamed(needs, row.gateway).openForm({
    reference: row.reference,
    offerId: row.offer_id,
    email,
    successUrl: returnUrl("success"),
    failedUrl: returnUrl("failed"),
    language: request.language,
  });
  const formUrl = opened.kind === "form" ? opened.url : null;
  const current = await inTransaction(needs.db, async (tx) => {
    await lockFan(tx, request.fanId);
    const locked = await lockById(tx, row.id);
    if (locked?.state !== "pending") return locked;
    const at = needs.clock.now();
    return change(tx, row.id, { form_url: formUrl, form_asked_at: formUrl ? at : null }, at);
  });
  if (opened.kind === "unknown")
    needs.log.warn({ subscription: row.id, detail: opened.detail }, "a gateway gave no form");
  if (!current?.form_url) return refuse("no_form");
  return ok({ subscribed: { status: "payment", url: current.form_url, id: row.id } });
}

/** A fan's request to subscribe, with its sender. */
export type SubscribeRequest = {
  fanId: number;
  modelId: number;
  /** The term that each payment buys; null: that of what runs, else a month. */
  months: TermMonths | null;
  /** The price of that term that the fan read and agreed to; null: the caller names none. */
  priceCents: number | null;
  idempotencyKey: string | null;
  address: string;
  language: Language;
};

/**
 * `blocked`: the fan's account was closed or suspended since they called. `unknown_model`: gone or hidden. `banned`: the model has banned the fan. `model_blocked`: the fan has blocked the model.
 * `not_offered`: closed to new subscribers. `key_reused`: the key belongs to another request. `price_changed`: the model
 * asks another price than the fan has read, or what runs would renew at another. `price_consent_needed`: what
 * was cancelled renews at a new price only, which has to be agreed to. `other_term_runs`: what is paid and runs has another term.
 * `not_resumable`: the gateway cannot resume a cancelled renewal. `opening`: another request
 * is just getting the form. `no_form`: the gateway gave none; nothing was charged.
 */
export type SubscribeRefusal =
  | "blocked"
  | "unknown_model"
  | "banned"
  | "model_blocked"
  | "not_offered"
  | "key_reused"
  | "price_changed"
  | "price_consent_needed"
  | "other_term_runs"
  | "not_resumable"
  | "opening"
  | "no_form"
  | { code: "spending_paused"; freeAt: Date };

/** `payment`: the fan pays in the form at `url`. `active`: it runs and is renewed, nothing is to be paid now. */
export type Subscribed =
  | { status: "payment"; url: string; id: number }
  | { status: "active"; subscription: SubscriptionRow };

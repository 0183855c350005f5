import { randomUUID } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { switchOn } from "./cancel.ts";
import { barredBy, isBlocked } from "./kept-apart.ts";
import { mailSwitched } from "./mail-switched.ts";
import { gatewayNamed, openGateway, type SubscriptionsNeeds } from "./needs.ts";
import { askForm, type Subscribed, type SubscribeRefusal, type SubscribeRequest } from "./open-form.ts";
import { offerAt } from "./plans.ts";
import { consentText } from "./rules/consent-text.ts";
import { formAskMaxMs, formMaxMs } from "./rules/period.ts";
import { lockTerm, type TermRow } from "./store/plans.ts";
import { unansweredOf } from "./store/price-changes.ts";
import {
  addStep,
  change,
  insertSubscription,
  lockById,
  lockFan,
  lockOpen,
  type RequestRow,
  requestOfKey,
  type SubscriptionRow,
  storeRequest,
} from "./store/subscriptions.ts";

/** The decision before any gateway is asked. */
export type Decision =
  | Subscribed
  | { status: "ask"; subscription: SubscriptionRow }
  | { status: "enabled"; subscription: SubscriptionRow };

/**
 * Subscribes a fan to a model. A subscription that is paid and runs costs nothing again: its renewal is switched on,
 * if it was off. Otherwise the fan gets the gateway's form; an open form is given again, so that nobody pays twice.
 * Requests of one fan are decided one after another.
 */
export async function subscribe(
  needs: SubscriptionsNeeds,
  request: SubscribeRequest,
  sync: (id: number) => void,
): Promise<Result<{ subscribed: Subscribed }, SubscribeRefusal>> {
  const decided = await inTransaction(needs.db, (tx) => decide(needs, tx, request));
  if (!decided.ok) return decided;
  const { decision } = decided;
  switch (decision.status) {
    case "ask":
      return askForm(needs, decision.subscription, request);
    case "enabled":
      sync(decision.subscription.id);
      return ok({ subscribed: { status: "active", subscription: decision.subscription } });
    default:
      return ok({ subscribed: decision });
  }
}

type Decided = Result<{ decision: Decision }, SubscribeRefusal>;

async function decide(needs: SubscriptionsNeeds, tx: Tx, request: SubscribeRequest): Promise<Decided> {
  const { fanId, modelId, idempotencyKey } = request;
  await lockFan(tx, fanId);
  if (await isBlocked(needs, tx, fanId)) return refuse("blocked");
  const at = needs.clock.now();
  const before = idempotencyKey === null ? undefined : await requestOfKey(tx, fanId, idempotencyKey);
  if (before) return recognise(needs, tx, request, before, at);
  const freeAt = await needs.wallet.pausedUntil(tx, fanId);
  if (freeAt) return refuse({ code: "spending_paused" as const, freeAt });
  const barred = await barredBy(needs, tx, request);
  if (barred) return refuse(barred);
  const open = await lockOpen(tx, fanId, modelId, at);
  // One whose renewal is late gives the fan nothing now: they may pay again, and the late one is switched off then.
  const running = latest(
    open.filter(({ state, expire_at }) => state === "running" && Number(expire_at) > Number(at)),
  );
  const pending = open.find(({ state }) => state === "pending");
  const decided = running
    ? await keepRunning(needs, tx, request, running, at)
    : await order(needs, tx, request, pending, at);
  if (decided.ok && idempotencyKey !== null)
    await remember(tx, request, idempotencyKey, decided.decision, at);
  return decided;
}

/**
 * A repeated request is answered with its first outcome, whatever the fan did since; a form that is not paid is not given
 * out again while a new one would be refused: its model is hidden or suspended, or one of the two keeps the other away.
 */
async function recognise(
  needs: SubscriptionsNeeds,
  tx: Tx,
  request: SubscribeRequest,
  before: RequestRow,
  at: Date,
): Promise<Decided> {
  if (!isSame(before, request)) return refuse("key_reused");
  // The model first: what ends renewals locks it before the subscription.
  const barred = await barredBy(needs, tx, request);
  const row = await lockById(tx, before.subscription_id);
  if (!row) throw new Error(`subscription ${before.subscription_id} is gone`);
  if (row.state === "running" || row.state === "ended")
    return ok({ decision: { status: "active", subscription: row } });
  if (row.state !== "pending") return refuse("no_form");
  return barred ? refuse(barred) : goOn(needs, tx, row, at);
}

function isSame(before: RequestRow, { modelId, months, priceCents }: SubscribeRequest): boolean {
  const isSamePrice = !before.price_kept || before.price_cents === priceCents;
  return before.model_id === modelId && before.months === months && isSamePrice;
}

const latest = (rows: SubscriptionRow[]) =>
  rows.reduce<SubscriptionRow | undefined>(
    (last, row) => (Number(row.expire_at) > Number(last?.expire_at ?? 0) ? row : last),
    undefined,
  );

async function keepRunning(
  needs: SubscriptionsNeeds,
  tx: Tx,
  { months, priceCents }: SubscribeRequest,
  row: SubscriptionRow,
  at: Date,
): Promise<Decided> {
  if (months !== null && months !== row.months) return refuse("other_term_runs");
  if (row.renews) return ok({ decision: { status: "active", subscription: row } });
  if (!gatewayNamed(needs, row.gateway).canResume) return refuse("not_resumable");
  if ((await unansweredOf(tx, [row.id])).size > 0) return refuse("price_consent_needed");
  if (priceCents !== null && priceCents !== row.agreed_cents) return refuse("price_changed");
  const subscription = await switchOn(tx, row, at);
  await mailSwitched(needs, tx, subscription);
  return ok({ decision: { status: "enabled", subscription } });
}

async function order(
  needs: SubscriptionsNeeds,
  tx: Tx,
  request: SubscribeRequest,
  pending: SubscriptionRow | undefined,
  at: Date,
): Promise<Decided> {
  const term = await lockTerm(tx, request.modelId, request.months ?? 1);
  const gateway = openGateway(needs);
  const offer = term?.enabled ? offerAt(needs, term) : undefined;
  if (!term || !gateway || !offer) return refuse("not_offered");
  if (request.priceCents !== null && request.priceCents !== term.price_cents) return refuse("price_changed");
  if (pending && isStillMeant(pending, term, gateway.name, at)) return goOn(needs, tx, pending, at);
  if (pending) await abandon(tx, pending.id, at);
  const consent = { language: request.language, text: await readText(needs, tx, request, term) };
  const row = await insertSubscription(
    tx,
    newRow(needs, request, term, { gateway, offer, at }),
    consent,
    "fan",
  );
  return ok({ decision: { status: "ask", subscription: row } });
}

/** The words that the fan read before subscribing. */
async function readText(
  { catalog }: SubscriptionsNeeds,
  tx: Tx,
  { modelId, language }: SubscribeRequest,
  term: TermRow,
): Promise<string> {
  const model = (await catalog.faces(tx, [modelId])).get(modelId);
  const { price_cents: priceCents, free_tokens: freeTokens, months } = term;
  return consentText(language, { modelName: model?.name ?? "", priceCents, freeTokens, months });
}

async function abandon(tx: Tx, id: number, at: Date): Promise<void> {
  await addStep(tx, id, { kind: "abandoned", source: "system", at });
  await change(tx, id, { state: "abandoned", form_url: null }, at);
}

function isStillMeant(pending: SubscriptionRow, term: TermRow, gateway: string, at: Date): boolean {
  const isYoung = at.getTime() - pending.created_at.getTime() < formMaxMs;
  const isSame =
    pending.months === term.months &&
    pending.price_cents === term.price_cents &&
    pending.free_tokens === term.free_tokens;
  return isYoung && isSame && pending.gateway === gateway;
}

/** The form that is open already; when nobody has got it yet, this request asks for it. */
async function goOn(
  _needs: SubscriptionsNeeds,
  tx: Tx,
  pending: SubscriptionRow,
  at: Date,
): Promise<Decided> {
  if (pending.form_url) return ok({ decision: { status: "payment", url: pending.form_url, id: pending.id } });
  const askedMs = pending.form_asked_at ? at.getTime() - pending.form_asked_at.getTime() : Infinity;
  if (askedMs < formAskMaxMs) return refuse("opening");
  const row = await change(tx, pending.id, { form_asked_at: at }, at);
  return ok({ decision: { status: "ask", subscription: row } });
}

function newRow(
  { termsVersion }: SubscriptionsNeeds,
  request: SubscribeRequest,
  term: TermRow,
  { gateway, offer, at }: { gateway: { name: string }; offer: { id: string; currency: string }; at: Date },
) {
  return {
    reference: randomUUID(),
    fan_id: request.fanId,
    model_id: request.modelId,
    months: term.months,
    price_cents: term.price_cents,
    currency: offer.currency,
    free_tokens: term.free_tokens,
    gateway: gateway.name,
    offer_id: offer.id,
    terms_version: termsVersion,
    accepted_at: at,
    accepted_address: request.address,
    form_asked_at: at,
    created_at: at,
    updated_at: at,
  };
}

async function remember(
  tx: Tx,
  request: SubscribeRequest,
  key: string,
  decision: Decision,
  at: Date,
): Promise<void> {
  const subscriptionId = "id" in decision ? decision.id : decision.subscription.id;
  await storeRequest(tx, {
    fan_id: request.fanId,
    key,
    model_id: request.modelId,
    months: request.months,
    price_cents: request.priceCents,
    price_kept: true,
    subscription_id: subscriptionId,
    at,
  });
}

/**
 * Subscriptions of 1, 3, 6 and 12 months (`terms.md`): prices, the agreement, until when a fan is subscribed, every
 * payment with its receipt (page, PDF, email), and the emails before renewals and about new prices (`renewals.md`).
 * `end-renewals.ts` switches off renewals with models who are hidden, suspended or have left; `refund-charge.ts` gives a
 * payment back.
 */

import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { SubscriptionPayment } from "#contract/subscription-payments.ts";
import type { Pricing, SubscribedState, Subscription, SubscriptionPlan } from "#contract/subscriptions.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Sheet } from "#server/kit/pdf/sheet.ts";
import type { Result } from "#server/kit/result.ts";
import type { Callback } from "#server/payments/payments.ts";
import { type StaffCharges, staffCharges } from "./admin-charges.ts";
import { type Agreed, agreeToPrice, type PriceAgreement } from "./agree-to-price.ts";
import { askAboutPrices } from "./ask-about-prices.ts";
import { type Canceled, cancelAllOfFan, cancelById, cancelByModel } from "./cancel.ts";
import { endRenewalsWork, queueEndOfRenewals } from "./end-renewals.ts";
import { exportAreas } from "./export-subscriptions.ts";
import { type ImportedSubscription, importSubscription } from "./import-subscription.ts";
import { presentSubscriptions } from "./list-subscriptions.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { receiveNotice } from "./notices.ts";
import type { Subscribed, SubscribeRefusal, SubscribeRequest } from "./open-form.ts";
import { pagePayments, paymentDocument, readPayment } from "./payment-receipts.ts";
import { changePlan, type PlanChange, type PlanRefusal, priceModels, viewPlan } from "./plans.ts";
import { remindOfRenewals } from "./remind.ts";
import { endingMs } from "./rules/period.ts";
import { closePlan, plansOf } from "./store/plans.ts";
import { askedOfFan } from "./store/price-changes.ts";
import { fansOfModel, modelsOfFan, subscribedModels, subscribedPairs } from "./store/subscribed.ts";
import {
  endingOf,
  idOfReference,
  latestWith,
  pageOfFan,
  type SubscriptionRow,
} from "./store/subscriptions.ts";
import { subscribe } from "./subscribe.ts";
import { createGatewaySync } from "./sync-gateway.ts";

export type { ImportedSubscription } from "./import-subscription.ts";
export type { StaffCharge, StaffRefund } from "./admin-charges.ts";
export type { ChargeRefundRefusal } from "./refund-charge.ts";
export type { SubscribeRefusal } from "./open-form.ts";
export { consentText } from "./rules/consent-text.ts";
export { paymentsPerPage } from "./store/charges.ts";
export { pageSize as subscriptionsPerPage } from "./store/subscriptions.ts";

type Person = { id: number; role: string };

/** Monthly subscriptions of fans to models. */
export type Subscriptions = {
  /** The models among these to whom the fan is subscribed now. */
  subscribed(reader: Reader, fanId: number, modelIds: readonly number[]): Promise<Set<number>>;
  /** The pairs of these fans and models with a subscription now. */
  subscribedPairs(
    reader: Reader,
    people: { fanIds: readonly number[]; modelIds: readonly number[] },
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>>;
  /** Every model that the fan is subscribed to now. */
  modelsOf(reader: Reader, fanId: number): Promise<number[]>;
  /** The fans who are subscribed to the model now, the latest first, so many at most. */
  fansOf(reader: Reader, modelId: number, fansMax: number): Promise<number[]>;
  /** The prices of these models; all of them are in the answer. */
  pricing(reader: Reader, modelIds: readonly number[]): Promise<ReadonlyMap<number, Pricing>>;
  /** Whether a fan (or a guest) is subscribed to one model. */
  state(reader: Reader, fanId: number | null, modelId: number): Promise<SubscribedState>;
  /** One page of what a fan has paid for. */
  list(fanId: number, page: number): Promise<{ rows: Subscription[]; total: number }>;
  /** One page of what a fan paid, newest first. */
  payments(fanId: number, page: number): Promise<{ rows: SubscriptionPayment[]; total: number }>;
  /** One of them; null where the fan has none with this id. */
  payment(fanId: number, id: number): Promise<SubscriptionPayment | null>;
  /** The receipt as a document, with the name and address of its buyer. */
  paymentDocument(fanId: number, id: number, language: Language): Promise<{ sheet: Sheet; at: Date } | null>;
  /** The subscriptions that end within 72 hours and are not renewed. */
  ending(fanId: number): Promise<FanProfile["endingSubscriptions"]>;
  subscribe(request: SubscribeRequest): Promise<Result<{ subscribed: Subscribed }, SubscribeRefusal>>;
  cancelById(fanId: number, id: number): Promise<Canceled>;
  cancelByModel(fanId: number, modelId: number): Promise<Canceled>;
  /** A subscription in the format of the wire. */
  present(row: SubscriptionRow): Promise<Subscription>;
  plan(modelId: number): Promise<SubscriptionPlan>;
  changePlan(modelId: number, request: PlanChange): Promise<Result<object, PlanRefusal>>;
  /** Whether a model ever named a price. */
  hasPlan(modelId: number): Promise<boolean>;
  /** Receives a gateway's notice and answers what the gateway expects. */
  handleNotice(gateway: string, callback: Callback): Promise<{ status: number; body: string }>;
  /** Names of the gateways whose notices are taken. */
  gatewayNames: readonly string[];
  /**
   * Sends gateways pending updates, once it has switched off what they would charge within two days with models who are
   * out of sight; to be run every minute.
   */
  syncGateways(): Promise<{ updated: number; late: number }>;
  /** Reminds everybody whose subscription renews within days, once, in the app and by mail; answers how many. */
  remindOfRenewals(): Promise<number>;
  /** Asks subscribers about higher prices, and ends what was not agreed to in time; to be run every minute. */
  askAboutPrices(): Promise<{ asked: number; lapsed: number }>;
  /** A subscriber agrees to a new price. */
  agreeToPrice(agreement: PriceAgreement): Promise<Agreed>;
  /** New prices that the fan was asked about and that the next renewal depends on. */
  priceChanges(fanId: number): Promise<FanProfile["priceChanges"]>;
  /** Imports a subscription that was begun elsewhere; publishes no event. */
  importSubscription(tx: Tx, terms: ImportedSubscription): Promise<void>;
  /** Somebody closes their account: nothing is renewed for or to them any more. To a model a job ends it after the commit. */
  close(tx: Tx, person: Person): Promise<void>;
  /**
   * Staff suspend somebody: what runs for or to them ends with what is paid; to a model by a job after the commit, until they
   * are restored. A model's plan stays.
   */
  endRenewals(tx: Tx, person: Person): Promise<void>;
  /** Payments of subscriptions as staff look them up. */
  staffCharges: StaffCharges;
  work: QueuedWork;
  exportAreas(person: Person): ExportArea[];
  /** Stops background work. Call it before the database is closed. */
  stop(): Promise<void>;
};

/** Makes the subscriptions module. */
export function createSubscriptions(needs: SubscriptionsNeeds): Subscriptions {
  const { db, clock } = needs;
  const gatewaySync = createGatewaySync(needs);
  const endRenewals: Subscriptions["endRenewals"] = (tx, { id, role }) =>
    role === "model" ? queueEndOfRenewals(tx, id) : cancelAllOfFan(tx, id, clock.now());
  const present: Subscriptions["present"] = async (row) => {
    const { started_at, expire_at } = row;
    if (!started_at || !expire_at) throw new Error(`subscription ${row.id} was never paid`);
    const [presented] = await presentSubscriptions(needs, db, [{ ...row, started_at, expire_at }]);
    if (!presented) throw new Error("one row is presented as one");
    return presented;
  };
  return {
    subscribed: (reader, fanId, modelIds) => subscribedModels(reader, fanId, modelIds, clock.now()),
    subscribedPairs: (reader, people) => subscribedPairs(reader, people, clock.now()),
    modelsOf: (reader, fanId) => modelsOfFan(reader, fanId, clock.now()),
    fansOf: (reader, modelId, fansMax) => fansOfModel(reader, modelId, clock.now(), fansMax),
    pricing: (reader, modelIds) => priceModels(needs, reader, modelIds),
    state: (reader, fanId, modelId) => stateOf(needs, reader, fanId, modelId),
    async list(fanId, page) {
      const { rows, total } = await pageOfFan(db, fanId, page);
      return { rows: await presentSubscriptions(needs, db, rows), total };
    },
    payments: (fanId, page) => pagePayments(needs, fanId, page),
    payment: (fanId, id) => readPayment(needs, fanId, id),
    paymentDocument: (fanId, id, language) => paymentDocument(needs, fanId, id, language),
    ending: (fanId) => endingOfFan(needs, fanId),
    subscribe: (request) => subscribe(needs, request, gatewaySync.begin),
    cancelById: (fanId, id) => cancelById(needs, fanId, id, gatewaySync.begin),
    cancelByModel: (fanId, modelId) => cancelByModel(needs, fanId, modelId, gatewaySync.begin),
    present,
    plan: (modelId) => viewPlan(needs, modelId),
    changePlan: (modelId, request) => changePlan(needs, modelId, request),
    hasPlan: async (modelId) => (await plansOf(db, [modelId])).has(modelId),
    async handleNotice(gateway, callback) {
      const { reference, ...answer } = await receiveNotice(needs, gateway, callback);
      const id = reference === null ? undefined : await idOfReference(db, reference);
      if (id !== undefined) gatewaySync.begin(id);
      return answer;
    },
    gatewayNames: Object.keys(needs.gateways),
    syncGateways: gatewaySync.syncDue,
    remindOfRenewals: () => remindOfRenewals(needs),
    askAboutPrices: () => askAboutPrices(needs),
    agreeToPrice: (agreement) => agreeToPrice(needs, agreement, gatewaySync.begin),
    priceChanges: (fanId) => priceChangesOf(needs, fanId),
    importSubscription: (tx, terms) => importSubscription(needs, tx, terms),
    endRenewals,
    async close(tx, person) {
      if (person.role === "model") await closePlan(tx, person.id, clock.now());
      await endRenewals(tx, person);
    },
    staffCharges: staffCharges(needs, gatewaySync.begin),
    work: endRenewalsWork(needs),
    exportAreas: (person) => exportAreas(db, person),
    stop: gatewaySync.stop,
  };
}

async function stateOf(
  needs: SubscriptionsNeeds,
  reader: Reader,
  fanId: number | null,
  modelId: number,
): Promise<SubscribedState> {
  const now = needs.clock.now();
  const [prices, latest] = await Promise.all([
    priceModels(needs, reader, [modelId]),
    fanId === null ? undefined : latestWith(reader, fanId, modelId),
  ]);
  const pricing = prices.get(modelId);
  if (!pricing) throw new Error("every model that is asked for is priced");
  const [subscription = null] = latest ? await presentSubscriptions(needs, reader, [latest]) : [];
  const fanSubscribed = latest?.state === "running" && latest.expire_at > now;
  return { fanSubscribed, subscription, pricing };
}

/** But for subscriptions to models who have left: there is nothing to go on with. */
async function endingOfFan(
  needs: SubscriptionsNeeds,
  fanId: number,
): Promise<FanProfile["endingSubscriptions"]> {
  const now = needs.clock.now();
  const rows = await endingOf(needs.db, fanId, now, new Date(now.getTime() + endingMs));
  const summaries = await needs.catalog.faces(
    needs.db,
    rows.map(({ model_id }) => model_id),
  );
  return rows.flatMap(({ model_id, expire_at }) => {
    const model = summaries.get(model_id);
    return model ? { id: model_id, modelName: model.name, expireAt: expire_at.toISOString() } : [];
  });
}

/** But for those of models who have left, with whom nothing is renewed. */
async function priceChangesOf(needs: SubscriptionsNeeds, fanId: number): Promise<FanProfile["priceChanges"]> {
  const rows = await askedOfFan(needs.db, { fanId, now: needs.clock.now() });
  const ids = rows.map(({ model_id }) => model_id);
  const summaries = await needs.catalog.faces(needs.db, ids);
  return rows.flatMap(({ model_id, agreed_cents, to_cents, expire_at }) => {
    const model = summaries.get(model_id);
    if (!model) return [];
    const [price, newPrice] = [agreed_cents / 100, to_cents / 100];
    return { id: model_id, modelName: model.name, price, newPrice, from: expire_at.toISOString() };
  });
}

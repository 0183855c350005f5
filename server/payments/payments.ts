/**
 * Sales of tokens: packages, the promo, payment intents, saved cards, gateways with their callbacks, and the reconciliation with
 * what the gateways report. `reward-inviter.ts`, `purchase-email.ts` and `cut-files.ts` follow from a purchase or its return.
 */

import type { Language } from "#contract/common.ts";
import type { FormOffer, RegionalMethod } from "#contract/payments.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Result } from "#server/kit/result.ts";
import { receiveCallback } from "./callbacks.ts";
import type { Callback } from "./gateways/gateway.ts";
import { listRegionalMethods } from "./list-regional-methods.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { listFormOffers, listPackages, type PackageList } from "./packages/list-packages.ts";
import { seedPackages } from "./packages/seed-packages.ts";
import { buyOnPage, type PageRequest, type PageResult } from "./purchase/buy-on-page.ts";
import { type ConfirmRequest, confirmSale, readConfirmPage } from "./purchase/confirm-sale.ts";
import { type ImportedPurchase, importPurchases } from "./purchase/import-purchases.ts";
import { createInFlight } from "./purchase/in-flight.ts";
import { readStatus } from "./purchase/payment-status.ts";
import { type PurchaseRequest, type PurchaseResult, processPayment } from "./purchase/process-payment.ts";
import { createReconciler, type Reconciliation } from "./reconcile.ts";
import { readBooks } from "./reports/books.ts";
import { exportAreas } from "./reports/export-payments.ts";
import { purchasesOf, readReceipt, receiptDocument, worthOf } from "./reports/receipts.ts";
import { reportDays } from "./reports/report-days.ts";
import { type PartOrder, type PartRefusal, refundPart } from "./returns/refund-part.ts";
import { type RefundRefusal, refundPayment } from "./returns/refund-payment.ts";
import {
  type ChargebackToResolve,
  chargebacksToResolve,
  type ResolutionRefusal,
  resolveChargeback,
} from "./returns/resolve-chargeback.ts";
import {
  payWithSavedCard,
  type SavedCardRequest,
  type SavedCardResult,
} from "./saved-cards/pay-with-saved-card.ts";
import {
  confirmSavedCard,
  listSavedCards,
  removeAllCards,
  removeSavedCard,
} from "./saved-cards/saved-cards.ts";
import {
  countWaiting,
  findPayments,
  historyOf,
  intentById,
  type PaymentEvent,
  type PaymentKey,
} from "./store/admin-payments.ts";
import type { Books } from "./store/books.ts";
import { countOpenChargebacks, type OpenChargeback } from "./store/chargebacks.ts";
import { type DayReport, latestDayReports } from "./store/day-reports.ts";
import { type Steps, stepsSince, unknownSince } from "./store/figures.ts";
import type { Intent } from "./store/intents.ts";
import { type PartRefund, standingParts } from "./store/part-refunds.ts";

export { gatewayFor } from "./gateways/choose-gateway.ts";
export type { Callback, Gateway, Outcome, Sale } from "./gateways/gateway.ts";
export type {
  Membership,
  MembershipEvent,
  MembershipGateway,
  MembershipNotice,
  MembershipOffer,
  RefundAnswer,
} from "./gateways/membership-gateway.ts";
export type {
  CompletedPurchase,
  PayerAccount,
  PaymentsConfig,
  PaymentsNeeds,
  PurchaseHook,
} from "./needs.ts";
export { cutFilesOfReturned } from "./cut-files.ts";
export { mailReceipts } from "./purchase-email.ts";
export { rewardInviter } from "./reward-inviter.ts";
export type { PageRefusal, PageRequest } from "./purchase/buy-on-page.ts";
export type { PurchaseRefusal } from "./purchase/process-payment.ts";
export type { CardDetails } from "./rules/card.ts";
export type { PartRefusal } from "./returns/refund-part.ts";
export type { RefundRefusal } from "./returns/refund-payment.ts";
export type { ResolutionRefusal } from "./returns/resolve-chargeback.ts";
export type { SavedCardRefusal } from "./saved-cards/pay-with-saved-card.ts";
export { defaultSavedCardLimits } from "./rules/saved-cards.ts";
export { defaultCardingLimits } from "./rules/carding.ts";
export { promoReductions, toDecimal } from "./rules/prices.ts";
export { isRefundable } from "./rules/states.ts";
export type { PartRefund } from "./store/part-refunds.ts";
export { adminPageSize as paymentsPerPage, type PaymentEvent } from "./store/admin-payments.ts";
export type { Intent } from "./store/intents.ts";

/** Buying tokens with money. */
export type Payments = {
  /** Packages on sale and the promo of this fan; `fanId` null for guests. A fan's first listing starts the promo's countdown. */
  packagesFor(fanId: number | null, language: Language): Promise<PackageList>;
  /** The packages that can be paid for in a gateway's own form. */
  formOffers(): Promise<FormOffer[]>;
  /** The regional ways to pay of this fan in a country; none unless it is the fan's own. */
  regionalMethods(fanId: number, country?: string): Promise<RegionalMethod[]>;
  /** Buys a plan by card. */
  process(request: PurchaseRequest): Promise<PurchaseResult>;
  /** The cards that this fan has had kept, as this session may use them. */
  savedCards(fanId: number, sessionId: string): ReturnType<typeof listSavedCards>;
  /** Buys a plan with one of them by one press. */
  payWithSavedCard(request: SavedCardRequest): Promise<SavedCardResult>;
  /** Lets a session whose owner has re-authenticated use a card; false where this fan has none of that id. */
  confirmSavedCard(fanId: number, id: number, sessionId: string): Promise<boolean>;
  /** Takes a card out of use, and has the gateway delete it; false where this fan has none of that id. */
  removeSavedCard(fanId: number, id: number): Promise<boolean>;
  /** The same for all cards of an account that is closed. */
  close(tx: Tx, account: { id: number }): Promise<void>;
  /** Buys a plan on a page of the gateway. */
  buyOnPage(request: PageRequest): Promise<PageResult>;
  /** The status of a payment of this fan. */
  status(fanId: number, transactionId: string): ReturnType<typeof readStatus>;
  /** The fan's payments for tokens that they were credited, oldest first. */
  purchasesOf(reader: Reader, fanId: number): ReturnType<typeof purchasesOf>;
  /** The worth of a fan's tokens that moved, at the fan's own average price. */
  worthOf(
    reader: Reader,
    fanId: number,
    moved: readonly { transferId: number; tokens: number }[],
  ): ReturnType<typeof worthOf>;
  /** The receipt of a purchase of this fan. */
  receipt(fanId: number, id: string): ReturnType<typeof readReceipt>;
  /** The receipt as a document, and when it was made. */
  receiptDocument(fanId: number, id: string, language: Language): ReturnType<typeof receiptDocument>;
  /** Receives a gateway's callback and answers what the gateway expects. */
  handleCallback(gateway: string, callback: Callback): Promise<{ status: number; body: string }>;
  /** The page where a payer's bank confirms a sale; null for an address that leads to none. */
  confirmPage(request: ConfirmRequest, language: Language): ReturnType<typeof readConfirmPage>;
  /** Takes what that page sends. Answers the address that the payer goes on to, or null as above. */
  confirm(request: ConfirmRequest, form: Readonly<Record<string, string>>): Promise<string | null>;
  /** Names of the gateways whose callbacks are taken. */
  gatewayNames: readonly string[];
  /** Gives a payment back; `record` runs in the same transaction. */
  refund(
    id: string,
    record: (tx: Tx, intent: Intent) => Promise<void>,
  ): Promise<Result<{ intent: Intent }, RefundRefusal>>;
  /** Gives so many cents of a payment back, in its currency; the same `record`. */
  refundPart(
    order: PartOrder,
    record: (tx: Tx, intent: Intent) => Promise<void>,
  ): Promise<Result<{ intent: Intent }, PartRefusal>>;
  /** The newest payments of everybody, so many at most, for the staff. */
  find(key: PaymentKey, limit: number): Promise<{ rows: Intent[]; total: number }>;
  /** One payment of anybody with every step that it took, and the parts of it that went back or are asked for. */
  history(id: string): Promise<{ intent: Intent; events: PaymentEvent[]; parts: PartRefund[] } | undefined>;
  /** A span of time as the payments, the gateways' notices and the ledger have it, and where they differ. */
  books(span: { from: Date; before: Date }): Promise<Books>;
  /** Writes down how the books of the days that are over stand, each once; to be run every hour. */
  reportDays(): Promise<number>;
  /** The reports of the last days, the latest first. */
  dayReports(): Promise<DayReport[]>;
  /** How many payments wait for a gateway's report, and since when the oldest. */
  waiting(): Promise<{ waiting: number; oldest: Date | null }>;
  /** How many payments took which step since then, by gateway. */
  stepsSince(from: Date): Promise<Steps[]>;
  /** Since when the oldest payment waits whose gateway has not answered; null where none does. */
  unknownSince(): Promise<Date | null>;
  /**
   * The sums that banks took back without naming a payment for sure, oldest first, with the payments that each may
   * belong to.
   */
  chargebacks(): Promise<ChargebackToResolve[]>;
  openChargebacks(): Promise<number>;
  /** Takes back the payment that a chargeback belongs to, or, with null, none; `record` runs in the same transaction. */
  resolveChargeback(
    id: number,
    paymentId: string | null,
    record: (tx: Tx, chargeback: OpenChargeback) => Promise<void>,
  ): Promise<Result<object, ResolutionRefusal>>;
  /** Settles what a crash, a time-out or a lost callback left open, as far as it is due; to be run at start too. */
  reconcile(): Promise<Reconciliation>;
  /** Orders and offers as parts of a fan's export. */
  exportAreas(fanId: number): ExportArea[];
  /** Writes down payments that were made and settled elsewhere. */
  importPurchases(tx: Tx, purchases: readonly ImportedPurchase[]): Promise<void>;
  /** Puts the first packages on sale if there are none. */
  seed(): Promise<void>;
  /** Starts reconciling what is due, each second. */
  start(): void;
  /** Stops background work. Call it before the database is closed. */
  stop(): Promise<void>;
};

const reportsShown = 31;
/** The limit of one address block: far more than a provider has to report. */
const refundQuestions = 60;
const refundQuestionsSeconds = 600;

/** Puts payments together. */
export function createPayments(needs: PaymentsNeeds): Payments {
  const reconciler = createReconciler(needs);
  const refunds = needs.limits.create("refund_questions", refundQuestions, refundQuestionsSeconds);
  const callbackNeeds = { ...needs, refundQuestions: refunds };
  const inFlight = createInFlight<PurchaseResult>();
  const pressesInFlight = createInFlight<SavedCardResult>();
  const pagesInFlight = createInFlight<PageResult>();
  return {
    packagesFor: (fanId, language) => listPackages(needs, fanId, language),
    formOffers: () => listFormOffers(needs),
    regionalMethods: (fanId, country) => listRegionalMethods(needs, fanId, country),
    process: (request) =>
      inFlight.join(flightKey(request), JSON.stringify(request), () => processPayment(needs, request)),
    savedCards: (fanId, sessionId) => listSavedCards(needs, fanId, sessionId),
    payWithSavedCard: (request) =>
      pressesInFlight.join(`${request.fanId}:${request.orderId}`, JSON.stringify(request), () =>
        payWithSavedCard(needs, request),
      ),
    confirmSavedCard: (fanId, id, sessionId) => confirmSavedCard(needs, fanId, id, sessionId),
    removeSavedCard: (fanId, id) => removeSavedCard(needs, fanId, id),
    close: (tx, { id }) => removeAllCards(needs, tx, id),
    buyOnPage(request) {
      const { fanId, idempotencyKey } = request;
      const buy = () => buyOnPage(needs, request);
      if (idempotencyKey === null) return buy();
      return pagesInFlight.join(`${fanId}:${idempotencyKey}`, JSON.stringify(request), buy);
    },
    status: (fanId, transactionId) => readStatus(needs, fanId, transactionId),
    purchasesOf: (reader, fanId) => purchasesOf(needs, reader, fanId),
    worthOf: (reader, fanId, moved) => worthOf(needs, reader, fanId, moved),
    receipt: (fanId, id) => readReceipt(needs, fanId, id),
    receiptDocument: (fanId, id, language) => receiptDocument(needs, fanId, id, language),
    handleCallback: (gateway, callback) => receiveCallback(callbackNeeds, gateway, callback),
    confirmPage: (request, language) => readConfirmPage(needs, request, language),
    confirm: (request, form) => confirmSale(needs, request, form),
    gatewayNames: Object.keys(needs.gateways),
    refund: (id, record) => refundPayment(needs, id, record),
    refundPart: (order, record) => refundPart(needs, order, record),
    find: (key, limit) => findPayments(needs.db, key, limit),
    async history(id) {
      const intent = await intentById(needs.db, id);
      if (!intent) return undefined;
      const [events, parts] = [await historyOf(needs.db, id), await standingParts(needs.db, id)];
      return { intent, events, parts };
    },
    books: (span) => readBooks(needs, span),
    reportDays: () => reportDays(needs),
    dayReports: () => latestDayReports(needs.db, reportsShown),
    waiting: () => countWaiting(needs.db),
    stepsSince: (from) => stepsSince(needs.db, from),
    unknownSince: () => unknownSince(needs.db),
    chargebacks: () => chargebacksToResolve(needs.db),
    openChargebacks: () => countOpenChargebacks(needs.db),
    resolveChargeback: (id, paymentId, record) => resolveChargeback(needs, id, paymentId, record),
    reconcile: () => reconciler.reconcile(),
    exportAreas: (fanId) => exportAreas(needs.db, fanId),
    importPurchases: importPurchases(needs),
    seed: () => seedPackages(needs.db),
    start: () => reconciler.start(),
    async stop() {
      await reconciler.stop();
      await Promise.all(Object.values(needs.gateways).flatMap((gateway) => gateway.finish?.() ?? []));
    },
  };
}

const flightKey = (request: PurchaseRequest) => `${request.fanId}:${request.body.orderid}`;

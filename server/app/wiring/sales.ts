import { createCatalog } from "#server/catalog/catalog.ts";
import { createContent } from "#server/content/content.ts";
import { createSealer } from "#server/kit/sealer.ts";
import { createMessaging } from "#server/messaging/messaging.ts";
import {
  createPayments,
  cutFilesOfReturned,
  defaultCardingLimits,
  defaultSavedCardLimits,
  mailReceipts,
  type PaymentsConfig,
  promoReductions,
  rewardInviter,
} from "#server/payments/payments.ts";
import { fillBillingCountry } from "#server/profiles/profiles.ts";
import { createSubscriptions } from "#server/subscriptions/subscriptions.ts";
import type { listReads } from "../list-reads.ts";
import type { Modules } from "../needs.ts";
import { termsVersionOf, type Wiring } from "./wiring.ts";

type Lists = { listReads: ReturnType<typeof listReads> };

export const makeCatalog = (
  { db, clock, limits, holdsContactDetails }: Wiring,
  { listReads: { lists }, storage }: Lists & Pick<Modules, "storage">,
) => createCatalog({ db, lists, clock, storage, limits, holdsContactDetails });

type SubscriptionParts = Pick<Modules, "identity" | "wallet" | "catalog" | "mailer" | "privateFiles">;

export const makeSubscriptions = (
  { db, clock, log, memberships = {}, config, legal }: Wiring,
  { identity, ...made }: SubscriptionParts,
) =>
  createSubscriptions({
    db,
    clock,
    log,
    accounts: identity,
    ...made,
    gateways: memberships,
    termsVersion: termsVersionOf({ legal }),
    descriptor: config.statementDescriptor,
    publicOrigin: config.publicOrigin,
  });

type ContentParts = Lists &
  Pick<Modules, "wallet" | "catalog" | "subscriptions" | "identity" | "storage" | "privateFiles">;

export const makeContent = (
  { db, clock, limits, later }: Wiring,
  { listReads: { lists }, identity, ...made }: ContentParts,
) =>
  createContent({
    db,
    lists,
    clock,
    limits,
    accounts: identity,
    ...made,
    isMuted: (reader, modelId, fanId) => later().rooms.moderation.isMuted(reader, modelId, fanId),
  });

type MessagingParts = Pick<
  Modules,
  | "identity"
  | "wallet"
  | "catalog"
  | "content"
  | "subscriptions"
  | "notifications"
  | "realtime"
  | "privateFiles"
>;

export const makeMessaging = (
  { db, clock, limits, holdsContactDetails }: Wiring,
  { identity, privateFiles, ...made }: MessagingParts,
) =>
  createMessaging({
    db,
    clock,
    limits,
    accounts: identity,
    ...made,
    files: privateFiles,
    holdsContactDetails,
  });

export function makePayments(
  { db, clock, limits, random, log, gateways, config, legal, secret }: Wiring,
  {
    identity,
    wallet,
    mailer,
    privateFiles,
  }: Pick<Modules, "identity" | "wallet" | "mailer" | "privateFiles">,
) {
  const { publicOrigin } = config;
  return createPayments({
    db,
    wallet,
    gateways,
    accounts: identity,
    purchaseHooks: [
      cutFilesOfReturned(privateFiles),
      rewardInviter({ referrals: identity.referrals, wallet }),
      fillBillingCountry,
      mailReceipts({ log, accounts: identity, mailer, publicOrigin }),
    ],
    clock,
    limits,
    random,
    sealer: createSealer(
      new TextEncoder().encode(config.secondFactorSecret ?? secret),
      "fanlight saved cards",
    ),
    log,
    config: paymentsConfig({ config, legal }),
  });
}

const paymentsConfig = ({ config, legal }: Pick<Wiring, "config" | "legal">): PaymentsConfig => ({
  descriptor: config.statementDescriptor,
  ...promoReductions,
  ratesPerDollar: config.ratesPerDollar,
  rawCardsAllowed: config.rawCards,
  termsVersion: termsVersionOf({ legal }),
  publicOrigin: config.publicOrigin,
  limits: defaultCardingLimits,
  savedCardLimits: defaultSavedCardLimits,
});

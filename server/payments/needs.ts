import type { Account } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { Random } from "#server/kit/random.ts";
import type { Sealer } from "#server/kit/sealer.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { Gateway, ReturnKind } from "./gateways/gateway.ts";
import type { CardingLimits } from "./rules/carding.ts";
import type { SavedCardLimits } from "./rules/saved-cards.ts";

/** The operator's decisions about payments. */
export type PaymentsConfig = {
  /** The text on the fan's bank statement. */
  descriptor: string;
  /** The promo is this much cheaper than its package, in percent. */
  promoPercent: number;
  /** A further reduction at checkout while the promo is chosen, in percent. */
  promoFooterPercent: number;
  /** The price of a US dollar in other currencies, by ISO 4217 code: `{ COP: 4000 }`. */
  ratesPerDollar: Readonly<Record<string, number>>;
  /** False: card numbers are refused, only the gateway's tokens are taken. */
  rawCardsAllowed: boolean;
  /** The version of the terms that placing an order accepts. */
  termsVersion: string;
  /** Scheme and host of the page that a gateway's own page sends the fan back to. */
  publicOrigin: string;
  limits: CardingLimits;
  /** How much saved cards pay by one press. */
  savedCardLimits: SavedCardLimits;
};

/** A purchase that is credited in this transaction: its payment, and what was charged for how many tokens. */
export type CompletedPurchase = {
  fanId: number;
  transactionId: string;
  tokens: number;
  amountCents: number;
  currency: string;
  /** Of the payer's bill; null where the order does not name it. */
  billingCountry: string | null;
};

/** A purchase whose tokens are taken back in this transaction, or credited again. */
export type ReturnedPurchase = { fanId: number; transactionId: string; kind: ReturnKind };

/** Work of other modules in the transaction that completes a purchase, or takes one back. */
export type PurchaseHook = {
  completed?(tx: Tx, purchase: CompletedPurchase): Promise<void>;
  returned?(tx: Tx, purchase: ReturnedPurchase): Promise<void>;
};

/** A fan who pays; the country is the account's, not the one of the request. */
export type PayerAccount = Pick<Account, "login" | "country" | "created_at" | "email" | "validation">;

export type PaymentsLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type PaymentsNeeds = {
  db: Database;
  wallet: Pick<
    Wallet,
    "issue" | "reverse" | "balance" | "pausedUntil" | "amountsOf" | "transfersOfKeys" | "creditsOf"
  >;
  /** By name; every gateway that an open payment was begun with must still be here. */
  gateways: Readonly<Record<string, Gateway>>;
  clock: Clock;
  limits: Limits;
  random: Random;
  /** Encrypts the gateways' numbers of saved cards. */
  sealer: Sealer;
  log: PaymentsLog;
  config: PaymentsConfig;
  /** Called in this order. */
  purchaseHooks?: readonly PurchaseHook[];
  accounts: { byId(reader: Reader, fanId: number): Promise<PayerAccount | undefined> };
};

/** The gateway of that name. Throws when it is not configured. */
export function gatewayNamed(needs: Pick<PaymentsNeeds, "gateways">, name: string): Gateway {
  const gateway = needs.gateways[name];
  if (!gateway) throw new Error(`payment gateway ${name} is not configured`);
  return gateway;
}

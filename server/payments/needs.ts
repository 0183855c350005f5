import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import type { Random } from "#server/kit/random.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { Gateway, ReturnKind } from "./gateways/gateway.ts";
import type { CardingLimits } from "./rules/carding.ts";

/** What the operator decides about payments. */
export type PaymentsConfig = {
  /** What the fan's bank statement shows. */
  descriptor: string;
  /** The promo is this much cheaper than its package, in percent. */
  promoPercent: number;
  /** A further reduction at checkout while the promo is chosen, in percent. */
  promoFooterPercent: number;
  /** False: card numbers are refused, only the gateway's tokens are taken. */
  rawCardsAllowed: boolean;
  /** Name of the gateway that new card payments go to. */
  cardGateway: string;
  /** The version of the terms that placing an order accepts. */
  termsVersion: string;
  /** Where a gateway's page sends the fan back to. */
  returnUrl(transactionId: string): string;
  limits: CardingLimits;
};

/** What else happens in the transaction that completes a purchase, or takes one back. */
export type PurchaseHooks = {
  completed(tx: Tx, purchase: { fanId: number; transactionId: string }): Promise<void>;
  returned(tx: Tx, purchase: { fanId: number; transactionId: string; kind: ReturnKind }): Promise<void>;
};

/** Since when somebody has an account, and whether its email is theirs. */
export type PayerAccount = { openedAt: Date; emailConfirmed: boolean };

export type PaymentsLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type PaymentsNeeds = {
  db: Database;
  wallet: Pick<Wallet, "issue" | "reverse" | "balance">;
  /** By name; every gateway that an open payment was begun with must still be here. */
  gateways: Readonly<Record<string, Gateway>>;
  clock: Clock;
  random: Random;
  log: PaymentsLog;
  config: PaymentsConfig;
  purchaseHooks?: PurchaseHooks;
  /** The fan's country as the house knows it, not as a request says it; null when it knows none. */
  countryOf(fanId: number): Promise<string | null>;
  /** What is known of the fan who pays. */
  payerOf(reader: Reader, fanId: number): Promise<PayerAccount>;
};

/** The gateway of that name. Throws when it is not configured. */
export function gatewayNamed(needs: Pick<PaymentsNeeds, "gateways">, name: string): Gateway {
  const gateway = needs.gateways[name];
  if (!gateway) throw new Error(`payment gateway ${name} is not configured`);
  return gateway;
}

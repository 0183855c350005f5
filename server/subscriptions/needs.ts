import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import type { MembershipGateway } from "#server/payments/payments.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type SubscriptionsLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type SubscriptionsNeeds = {
  db: Database;
  clock: Clock;
  log: SubscriptionsLog;
  accounts: Pick<Identity, "byId">;
  wallet: Pick<Wallet, "issue" | "reverse" | "balance">;
  catalog: Pick<Catalog, "listed" | "faces">;
  /** By name; every gateway that a subscription was begun with must still be here. New ones go to the first. */
  gateways: Readonly<Record<string, MembershipGateway>>;
  /** Lets the links die that a fan has to a model's files. */
  cutFiles(tx: Tx, fanId: number, modelId: number): Promise<void>;
  /** The version of the terms that subscribing accepts. */
  termsVersion: string;
  /** Where the gateway's form sends the fan back to, inside the frame that shows it. */
  returnUrl(modelId: number, end: "success" | "failed"): string;
};

/** The gateway that new subscriptions go to; undefined where none is set up. */
export function openGateway({
  gateways,
}: Pick<SubscriptionsNeeds, "gateways">): MembershipGateway | undefined {
  return Object.values(gateways)[0];
}

/** The gateway of that name. Throws when it is not configured. */
export function gatewayNamed(needs: Pick<SubscriptionsNeeds, "gateways">, name: string): MembershipGateway {
  const gateway = needs.gateways[name];
  if (!gateway) throw new Error(`membership gateway ${name} is not configured`);
  return gateway;
}

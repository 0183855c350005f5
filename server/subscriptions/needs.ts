import type { Catalog } from "#server/catalog/catalog.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { gatewayFor, type MembershipGateway } from "#server/payments/payments.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
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
  accounts: Pick<Identity, "byId" | "holdOpen">;
  wallet: Pick<Wallet, "issue" | "reverse" | "balance" | "pausedUntil">;
  catalog: Pick<
    Catalog,
    "listed" | "keepListed" | "lockVisibility" | "outOfSight" | "faces" | "model" | "pairsApart"
  >;
  mailer: Pick<Mailer, "enqueue">;
  /** By name; every gateway that a subscription was begun with must still be here. */
  gateways: Readonly<Record<string, MembershipGateway>>;
  privateFiles: Pick<PrivateFiles, "revoke">;
  /** The version of the terms that subscribing accepts. */
  termsVersion: string;
  /** The name of a charge on the fan's bank statement. */
  descriptor: string;
  /** Scheme and host of the page that the gateway's form sends the fan back to, inside the frame that shows it. */
  publicOrigin: string;
};

/** The gateway that new subscriptions go to; undefined where none is set up. */
export function openGateway({
  gateways,
}: Pick<SubscriptionsNeeds, "gateways">): MembershipGateway | undefined {
  return gatewayFor(gateways, { method: "card", purpose: "subscription" });
}

/** The gateway of that name. Throws when it is not configured. */
export function gatewayNamed(needs: Pick<SubscriptionsNeeds, "gateways">, name: string): MembershipGateway {
  const gateway = needs.gateways[name];
  if (!gateway) throw new Error(`membership gateway ${name} is not configured`);
  return gateway;
}

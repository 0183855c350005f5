import type { Catalog } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Call, Viewer } from "#server/kit/http/call.ts";
import type { Payments } from "#server/payments/payments.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Shows } from "#server/shows/shows.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { Staff } from "../record-action.ts";
import type { Support } from "../support.ts";

/** Dependencies of the admin use cases. */
export type AdminNeeds = {
  db: Database;
  clock: Clock;
  support: Support;
  accounts: Pick<
    Identity,
    | "suspend"
    | "restore"
    | "suspendedSince"
    | "lockById"
    | "endSessionsIn"
    | "byId"
    | "byName"
    | "logins"
    | "reauthenticate"
    | "secondFactor"
  >;
  catalog: Pick<Catalog, "adminModels" | "adminModel" | "setVisibility" | "listing">;
  content: Pick<Content, "comments">;
  rooms: Pick<Rooms, "endStream">;
  shows: Pick<Shows, "leaveShow" | "withdrawRequests">;
  subscriptions: Pick<Subscriptions, "endRenewals" | "staffCharges">;
  payments: Pick<
    Payments,
    | "find"
    | "history"
    | "refund"
    | "refundPart"
    | "waiting"
    | "books"
    | "dayReports"
    | "chargebacks"
    | "openChargebacks"
    | "resolveChargeback"
  >;
  wallet: Pick<Wallet, "debts" | "debtOf" | "balance" | "payOut" | "payoutSheet">;
  /** US cents that models are paid for a token; may be a fraction. */
  payoutCents: number;
};

/** The staff member who calls, for the log. */
export async function staffOf({ db, accounts }: AdminNeeds, call: Call<Viewer>): Promise<Staff> {
  const account = await accounts.byId(db, call.viewer.userId);
  if (!account) throw new Error(`no account ${call.viewer.userId}`);
  return { id: account.id, login: account.login };
}

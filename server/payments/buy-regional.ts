import { createHash } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewaysFor } from "./gateways/choose-gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { type OpenRefusal, type Order, openIntent } from "./open-intent.ts";
import { requestHash } from "./rules/request-hash.ts";
import type { Intent } from "./store/intents.ts";
import { submitOnce } from "./submit-sale.ts";

/** A purchase by a method that a gateway offers in the fan's own country. */
export type RegionalRequest = {
  fanId: number;
  packageId: number;
  /** Code of the method. */
  method: string;
  idempotencyKey: string | null;
  address: string;
  language: Language;
};

/** `not_regional`: no such payments in the fan's country. `email_needed`: the gateway asks for an address. `method_refused`: the gateway will not have this method. */
export type RegionalRefusal =
  | OpenRefusal
  | { code: "not_regional" | "email_needed" | "method_refused" | "gateway_away" };

export type RegionalResult = Result<{ transactionId: string; redirectUrl: string }, RegionalRefusal>;

/**
 * Buys a plan by a regional method: answers the gateway's page, where the fan pays in the currency of their country.
 * A repeated request gets the page that the first one got.
 */
export async function buyRegional(needs: PaymentsNeeds, request: RegionalRequest): Promise<RegionalResult> {
  const fan = await needs.accounts.byId(needs.db, request.fanId);
  if (!fan?.country) return refuse({ code: "not_regional" as const });
  if (!fan.email) return refuse({ code: "email_needed" as const });
  const [found] = gatewaysFor(needs.gateways, {
    method: "regional",
    purpose: "tokens",
    country: fan.country,
  });
  if (!found) return refuse({ code: "not_regional" as const });
  const { gateway, capability } = found;
  const order: Order = {
    ...orderOf(request, { country: fan.country, email: fan.email }),
    gateway: gateway.name,
    currency: capability.currency,
    canChallenge: false,
  };
  const opened = await openIntent(needs, order);
  if (!opened.ok) return opened;
  return pageOf(await submitOnce(needs, opened, order));
}

/** What the gateway's own page asks the payer for. */
const askedByGateway = { name: null, phone: null, address1: null, city: null, state: null, zip: null };

type Fan = { country: string; email: string };

function orderOf({ fanId, packageId, method, ...request }: RegionalRequest, fan: Fan) {
  const hashed = { kind: "regional", code: method } as const;
  const source = { ...hashed, payerId: payerIdOf(fanId) };
  return {
    fanId,
    packageId,
    amount: null,
    orderId: null,
    idempotencyKey: request.idempotencyKey,
    requestHash: requestHash({ packageId, amount: null, orderId: null, payer: {}, source: hashed }),
    description: null,
    payer: { ...askedByGateway, ...fan, address: request.address },
    source,
    language: request.language,
  };
}

/** The gateway keeps one payer for each name; ours tells it nothing of the account. */
function payerIdOf(fanId: number): string {
  return createHash("sha256").update(`directa24 payer ${fanId}`).digest("hex").slice(0, 20);
}

function pageOf({ id, state, checkout_url }: Intent): RegionalResult {
  if (checkout_url !== null) return ok({ transactionId: id, redirectUrl: checkout_url });
  return refuse({ code: state === "declined" ? ("method_refused" as const) : ("gateway_away" as const) });
}

import { createHash } from "node:crypto";
import type { Language } from "#contract/common.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewaysFor } from "../gateways/choose-gateway.ts";
import type { PaymentSource } from "../gateways/gateway.ts";
import type { PayerAccount, PaymentsNeeds } from "../needs.ts";
import { requestHash } from "../rules/request-hash.ts";
import type { Intent } from "../store/intents.ts";
import { type OpenRefusal, type Order, openIntent } from "./open-intent.ts";
import { submitOnce } from "./submit-sale.ts";

/** A purchase that is paid on a page of the gateway. */
export type PageRequest = {
  fanId: number;
  packageId: number;
  /** By a method of the fan's country, by its code, or by card in the gateway's form. */
  by: { method: "regional"; code: string } | { method: "form" };
  idempotencyKey: string | null;
  address: string;
  language: Language;
};

/**
 * `not_offered`: no gateway takes such payments of this fan. `email_needed`: the gateway asks for an address.
 * `method_refused`: the gateway will not have this payment. `gateway_away`: it did not answer.
 */
export type PageRefusal =
  | OpenRefusal
  | { code: "not_offered" | "email_needed" | "method_refused" | "gateway_away" };

export type PageResult = Result<{ transactionId: string; url: string; balance: number }, PageRefusal>;

/**
 * Buys a plan on a page of the gateway, and answers its address. The gateway reports the outcome. A repeated request
 * gets the page that the first one got.
 */
export async function buyOnPage(needs: PaymentsNeeds, request: PageRequest): Promise<PageResult> {
  const fan = await needs.accounts.byId(needs.db, request.fanId);
  const [found] = fan ? gatewaysFor(needs.gateways, wantedOf(request, fan)) : [];
  if (!fan || !found) return refuse({ code: "not_offered" as const });
  if (!fan.email) return refuse({ code: "email_needed" as const });
  const { gateway, capability } = found;
  const order: Order = {
    ...orderOf(request, { country: fan.country, email: fan.email }),
    gateway: gateway.name,
    currency: capability.currency,
    canChallenge: false,
    keepCardFor: null,
    savedCardId: null,
    ...(gateway.offers && { offers: gateway.offers }),
  };
  const opened = await openIntent(needs, order);
  if (!opened.ok) return opened;
  return pageOf(needs, await submitOnce(needs, opened, order));
}

function wantedOf({ by }: PageRequest, { country }: Pick<PayerAccount, "country">) {
  return { method: by.method, purpose: "tokens", ...(country !== null && { country }) } as const;
}

/** The details that the gateway's own page asks the payer for. */
const askedByGateway = { name: null, phone: null, address1: null, city: null, state: null, zip: null };

type Fan = { country: string | null; email: string };

function orderOf({ fanId, packageId, by, ...request }: PageRequest, fan: Fan) {
  const hashed =
    by.method === "form" ? ({ kind: "form" } as const) : ({ kind: "regional", code: by.code } as const);
  const source: PaymentSource = hashed.kind === "form" ? hashed : { ...hashed, payerId: payerIdOf(fanId) };
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

/** The gateway keeps one payer for each name; ours reveals nothing of the account. */
function payerIdOf(fanId: number): string {
  return createHash("sha256").update(`directa24 payer ${fanId}`).digest("hex").slice(0, 20);
}

async function pageOf(needs: PaymentsNeeds, intent: Intent): Promise<PageResult> {
  const { id, fan_id, state, checkout_url: url } = intent;
  if (url === null)
    return refuse({ code: state === "declined" ? ("method_refused" as const) : ("gateway_away" as const) });
  return ok({
    transactionId: id,
    url,
    balance: await needs.wallet.balance(needs.db, { kind: "fan", id: fan_id }),
  });
}

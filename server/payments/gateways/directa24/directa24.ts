import { z } from "zod";
import type { RegionalMethod } from "#contract/payments.ts";
import { toCents } from "../../rules/prices.ts";
import type { CallbackResult, Gateway, Outcome, PaymentSource, Reported, Sale } from "../gateway.ts";
import { looseNumber, looseText } from "../loose-fields.ts";
import {
  type ApiAnswer,
  type Directa24Settings,
  getDeposit,
  getPaymentMethods,
  getRefund,
  parseJson,
  postDeposit,
} from "./directa24-api.ts";

/** The currencies in which the gateway takes regional payments, by the country's code. */
const currencies: Readonly<Record<string, string>> = { CO: "COP" };

const named = looseText.refine((text) => text !== "");
const numbered = looseText.refine((text) => /^\d{1,19}$/.test(text));
const depositCreated = z.object({
  deposit_id: numbered,
  redirect_url: z.url({ protocol: /^https?$/ }),
});
/** While a deposit is only created its sum may be null, or `amount` (docs.pandablue.com, "Get deposit status"). */
const deposit = z.object({
  invoice_id: named,
  status: named,
  local_amount: looseNumber,
  amount: looseNumber,
  currency: looseText,
});
const notification = z.union([z.object({ refund_id: numbered }), z.object({ deposit_id: numbered })]);
/** `amount` is missing while a refund waits. */
const refund = z.object({ deposit_id: numbered, status: named, amount: looseNumber });
const method = z.object({
  code: z.string().min(1).max(20),
  name: z.string().min(1).max(80),
  type: looseText,
  status: looseText,
  logo: z.url().max(500),
});

/**
 * The adapter of Directa24's deposits, API v3 (docs.directa24.com/api-documentation/deposits-api; field names as in
 * directa24/cashin-java-sdk). A deposit is a page of the gateway where the payer pays by bank, voucher or wallet. Its
 * notifications carry nothing but the number of a deposit or of a refund and prove nothing, so each one leads to a question
 * whose answer counts. Refunds are made in the gateway's own office; each has a number and an amount of its own, and a
 * deposit can have several.
 */
export function createDirecta24(settings: Directa24Settings): Gateway {
  return {
    name: "directa24",
    capabilities: {
      takes: Object.entries(currencies).map(([country, currency]) => ({
        method: "regional",
        purpose: "tokens",
        countries: [country],
        currency,
      })),
      challenge: false,
      // A voucher is paid at a counter within days; the gateway reports when it has expired.
      pendingMaxMs: 7 * 86_400_000,
    },
    start: (sale, source) => start(settings, sale, source),
    fetch: async (_reference, depositId) => {
      // A deposit whose number never reached us was never shown to its payer.
      if (depositId === null) return { kind: "not_found" };
      return (await askFor(settings, depositId)).outcome;
    },
    fetchReported: (depositId) => askFor(settings, depositId),
    fetchRefund: (refundId) => askForRefund(settings, refundId),
    regionalMethods: (country) => listMethods(settings, country),
    parseCallback({ rawBody }): CallbackResult {
      const parsed = notification.safeParse(parseJson(rawBody.toString("utf8")));
      if (!parsed.success) return { ok: false, refusal: "malformed" };
      const { data } = parsed;
      if ("refund_id" in data) return { ok: true, kind: "ask_refund", refundReference: data.refund_id };
      return { ok: true, kind: "ask", gatewayReference: data.deposit_id };
    },
    acknowledge: (result) =>
      result.ok ? { status: 200, body: "OK" } : { status: 400, body: "malformed notification" },
  };
}

async function start(settings: Directa24Settings, sale: Sale, source: PaymentSource): Promise<Outcome> {
  if (source.kind !== "regional") throw new Error("Directa24 takes regional payments only");
  const { payer } = sale;
  const answer = await postDeposit(settings, sale.reference, {
    invoice_id: sale.reference,
    amount: sale.amountCents / 100,
    currency: sale.currency,
    country: payer.country,
    payment_method: source.code,
    // The gateway's page asks for everything else that the method needs of the payer, a document for example.
    payer: { id: source.payerId, email: payer.email },
    description: sale.description,
    client_ip: payer.address,
    language: sale.language,
    back_url: sale.returnUrls.cancelled,
    success_url: sale.returnUrls.succeeded,
    error_url: sale.returnUrls.failed,
    notification_url: settings.notificationUrl(),
  });
  const created = depositCreated.safeParse(answer.json);
  if (answer.status !== null && answer.status < 300 && created.success)
    return {
      kind: "pending",
      gatewayReference: created.data.deposit_id,
      checkoutUrl: created.data.redirect_url,
    };
  // A 4xx means that there is no deposit; after anything else there may be one, which its payer has not seen.
  if (answer.status !== null && answer.status >= 400 && answer.status < 500)
    return { kind: "declined", gatewayReference: null, code: errorCode(answer), card: null };
  return { kind: "unknown", detail: answer.detail };
}

const errorCode = ({ json, detail }: ApiAnswer) => {
  const error = z.object({ code: z.union([z.int(), z.string()]) }).safeParse(json);
  return error.success ? `directa24 ${error.data.code}`.slice(0, 80) : detail;
};

async function askFor(settings: Directa24Settings, depositId: string): Promise<Reported> {
  const answer = await getDeposit(settings, depositId);
  if (answer.status === 404) return { reference: null, outcome: { kind: "not_found" } };
  const parsed = deposit.safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) return unanswered(answer.detail);
  return { reference: parsed.data.invoice_id, outcome: outcomeOf(parsed.data, depositId) };
}

/** A refund names its deposit and an amount; whose deposit it is, and in which currency, the deposit itself says. */
async function askForRefund(settings: Directa24Settings, refundId: string): Promise<Reported | null> {
  const answer = await getRefund(settings, refundId);
  if (answer.status === 404) return null;
  const parsed = refund.safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) return unanswered(answer.detail);
  const { deposit_id: gatewayReference, status, amount } = parsed.data;
  if (status !== "COMPLETED") return null;
  const asked = await getDeposit(settings, gatewayReference);
  const found = deposit.safeParse(asked.json);
  const amountCents = amount === null ? null : toCents(amount);
  if (asked.status !== 200 || !found.success) return unanswered(asked.detail);
  if (amountCents === null) return unanswered("a refund without an amount in cents");
  const { invoice_id: reference, currency } = found.data;
  return {
    reference,
    outcome: { kind: "refunded", gatewayReference, amountCents, currency, sequence: null },
  };
}

const unanswered = (detail: string): Reported => ({ reference: null, outcome: { kind: "unknown", detail } });

/** `EARLY_RELEASED` and `FOR_REVIEW` are not paid yet; `EXPIRED` and `CANCELLED` can still become `COMPLETED`. */
function outcomeOf(found: z.output<typeof deposit>, gatewayReference: string): Outcome {
  switch (found.status) {
    case "COMPLETED": {
      const { local_amount, amount, currency } = found;
      const amountCents = toCents(local_amount ?? amount ?? Number.NaN);
      if (amountCents === null) return { kind: "unknown", detail: "paid, without an amount in cents" };
      return { kind: "approved", gatewayReference, amountCents, currency, card: null };
    }
    case "EXPIRED":
      return { kind: "expired", gatewayReference };
    case "CANCELLED":
      return { kind: "cancelled", gatewayReference };
    case "DECLINED":
      return { kind: "declined", gatewayReference, code: "declined", card: null };
    case "CREATED":
    case "PENDING":
    case "FOR_REVIEW":
    case "EARLY_RELEASED":
      return { kind: "pending", gatewayReference, checkoutUrl: null };
    default:
      return { kind: "unknown", detail: `deposit status ${found.status}`.slice(0, 80) };
  }
}

async function listMethods(settings: Directa24Settings, country: string): Promise<RegionalMethod[]> {
  const currency = currencies[country];
  if (currency === undefined) return [];
  const answer = await getPaymentMethods(settings, country);
  const parsed = z.array(z.unknown()).safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success)
    throw new Error(`Directa24 listed no payment methods: ${answer.detail}`);
  return parsed.data
    .flatMap((entry) => method.safeParse(entry).data ?? [])
    .filter(({ status }) => /^(ok|active|enabled|)$/i.test(status))
    .map(({ code, name, type, logo }) => ({ code, name, type, logo, currency }));
}

const names: Readonly<Record<string, string>> = { PC: "PSE", EY: "Efecty", NQ: "Nequi" };

/**
 * The name under which people know a way to pay of Directa24, by its code in their list of payment methods; the code
 * itself where it is not here.
 */
export function methodName(code: string): string {
  return names[code] ?? code;
}

import type { CallbackResult, Gateway, Outcome, Sale } from "../gateway.ts";
import type { MembershipEvent, MembershipGateway } from "../membership-gateway.ts";
import { acknowledgementOf, type CommerceGateSettings, createCommerceGate } from "./commercegate.ts";

/**
 * Tokens by card in CommerceGate's own form: a website of the merchant whose packages are paid once. The form and the
 * notices are those of memberships. There is no call that asks about a payment, so only a notice ends one, however late.
 */
export function createCommerceGateTokens(settings: CommerceGateSettings): Gateway {
  const forms = createCommerceGate(settings);
  return {
    name: "commercegate",
    capabilities: {
      takes: [{ method: "form", purpose: "tokens", currency: "USD" }],
      challenge: false,
      numbersPayments: true,
    },
    offers: settings.offers,
    start: (sale) => start(settings, forms, sale),
    // A form whose address never reached us was never shown to its payer.
    fetch: async (_reference, gatewayReference) =>
      gatewayReference === null
        ? { kind: "not_found" }
        : { kind: "pending", gatewayReference, checkoutUrl: null },
    parseCallback(callback): CallbackResult {
      const notice = forms.parseNotice(callback);
      if (!notice.ok || notice.kind === "noted") return notice;
      const { dedupeKey, reference, event } = notice;
      return { ok: true, kind: "report", dedupeKey, reference, outcome: outcomeOf(event) };
    },
    acknowledge: (result, callback) => acknowledgementOf(result.ok ? "ok" : result.refusal, callback),
  };
}

async function start(settings: CommerceGateSettings, forms: MembershipGateway, sale: Sale): Promise<Outcome> {
  const offer = settings.offers.find(({ amountCents }) => amountCents === sale.amountCents);
  if (!offer) return { kind: "declined", gatewayReference: null, code: "no such offer", card: null };
  const opened = await forms.openForm({
    reference: sale.reference,
    offerId: offer.id,
    email: sale.payer.email,
    successUrl: sale.returnUrls.succeeded,
    failedUrl: sale.returnUrls.failed,
    language: sale.language,
  });
  if (opened.kind === "unknown") return opened;
  return { kind: "pending", gatewayReference: sale.reference, checkoutUrl: opened.url };
}

function outcomeOf(event: MembershipEvent): Outcome {
  switch (event.kind) {
    case "paid": {
      const { transactionId: gatewayReference, amountCents, currency } = event;
      return { kind: "approved", gatewayReference, amountCents, currency, card: null };
    }
    case "refunded":
    case "charged_back": {
      const { transactionId: gatewayReference, amountCents, currency } = event;
      return { kind: event.kind, gatewayReference, amountCents, currency, sequence: null };
    }
    // A single payment has nothing to renew.
    case "canceled":
    case "ended":
      return { kind: "unknown", detail: `notice of ${event.kind}` };
  }
}

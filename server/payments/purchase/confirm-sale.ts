import type { Language } from "#contract/common.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ConfirmationPage, Outcome, WaitingSale } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { pendingMaxMs } from "../rules/waiting.ts";
import { intentById } from "../store/admin-payments.ts";
import { type Intent, lockIntent, updateIntent } from "../store/intents.ts";
import { savedCardOfIntent } from "../store/saved-cards.ts";
import { settleIntent } from "./settle-intent.ts";
import { cardReturnUrl, descriptionOf } from "./submit-sale.ts";

/** The address of a page where a sale is confirmed: its gateway, the payment, and what nobody can guess of it. */
export type ConfirmRequest = { gateway: string; id: string; key: string };

/**
 * The answer of the confirmation's address: the page, or, once there is nothing to confirm, the address to go on to.
 */
export type ConfirmAnswer = { page: { html: string; policy: string } } | { goTo: string };

/** The page where a payer's bank confirms a sale; null for an address that leads to none. */
export async function readConfirmPage(
  needs: PaymentsNeeds,
  request: ConfirmRequest,
  language: Language,
): Promise<ConfirmAnswer | null> {
  const confirmation = confirmationOf(needs, request);
  const intent = confirmation && (await intentById(needs.db, request.id));
  if (!confirmation || intent?.gateway !== request.gateway) return null;
  if (!isWaiting(needs, intent)) return { goTo: cardReturnUrl(needs.config.publicOrigin, intent.id) };
  return { page: confirmation.render(await saleOf(needs, intent), language) };
}

/**
 * Takes what came of asking the payer's bank. A confirmed sale is sent once: that it is about to be is committed before,
 * so that neither a second form nor a restart sends it again, and an answer that is lost is asked for like any other.
 * Answers the address that the payer goes on to; null for an address that leads to no sale.
 */
export async function confirmSale(
  needs: PaymentsNeeds,
  request: ConfirmRequest,
  form: Readonly<Record<string, string>>,
): Promise<string | null> {
  const confirmation = confirmationOf(needs, request);
  if (!confirmation) return null;
  const result = confirmation.read(form);
  const taken = await inTransaction(needs.db, async (tx) => {
    const intent = await lockIntent(tx, request.id);
    if (intent?.gateway !== request.gateway) return null;
    if (!result || !isWaiting(needs, intent)) return { intent, proof: null };
    if (result.kind === "confirmed") {
      const at = needs.clock.now();
      const fields = { confirmed_at: at, checkout_url: null };
      return { intent: await updateIntent(tx, intent, fields, at), proof: result.proof };
    }
    await settleIntent(needs, tx, intent, refusals[result.kind](intent), "request");
    return { intent, proof: null };
  });
  if (!taken) return null;
  const { intent, proof } = taken;
  if (proof) await charge(needs, confirmation, intent, proof);
  return cardReturnUrl(needs.config.publicOrigin, intent.id);
}

const refusals: Record<"failed" | "cancelled", (intent: Intent) => Outcome> = {
  failed: ({ gateway_reference: gatewayReference }) => ({
    kind: "declined",
    gatewayReference,
    code: "authentication failed",
    card: null,
  }),
  cancelled: ({ id, gateway_reference }) => ({
    kind: "cancelled",
    gatewayReference: gateway_reference ?? id,
  }),
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function confirmationOf(needs: PaymentsNeeds, { gateway, id, key }: ConfirmRequest): ConfirmationPage | null {
  const confirmation = Object.hasOwn(needs.gateways, gateway)
    ? needs.gateways[gateway]?.confirmation
    : undefined;
  return confirmation && uuid.test(id) && confirmation.isKey(id, key) ? confirmation : null;
}

function isWaiting({ clock }: PaymentsNeeds, intent: Intent): boolean {
  const ageMs = clock.now().getTime() - intent.created_at.getTime();
  return intent.state === "pending" && intent.confirmed_at === null && ageMs <= pendingMaxMs;
}

async function saleOf({ db }: PaymentsNeeds, intent: Intent): Promise<WaitingSale> {
  return {
    keepsCard: (await savedCardOfIntent(db, intent.id)) !== undefined,
    reference: intent.id,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    description: descriptionOf(intent),
    address: intent.accepted_address,
  };
}

/** An error of our own does not show whether the payer was charged: the payment stays open and the gateway is asked. */
async function charge(
  needs: PaymentsNeeds,
  confirmation: ConfirmationPage,
  { id, ...intent }: Intent,
  proof: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const outcome = await confirmation.charge(await saleOf(needs, { id, ...intent }), proof);
    await inTransaction(needs.db, async (tx) => {
      const current = await lockIntent(tx, id);
      if (current) await settleIntent(needs, tx, current, outcome, "gateway");
    });
  } catch (error) {
    needs.log.error({ intentId: id, error: String(error) }, "the answer to a sale could not be stored");
  }
}

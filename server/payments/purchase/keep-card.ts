import { randomBytes } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import type { PaymentsNeeds } from "../needs.ts";
import type { IntentState } from "../rules/states.ts";
import type { Intent } from "../store/intents.ts";
import { changeSavedCards, insertSavedCard, type SavedCard, trustSession } from "../store/saved-cards.ts";

/** Encrypted, the gateway's number of a card opens for its own fan and payment alone. */
const placeOf = ({ fan_id, intent_id }: Pick<SavedCard, "fan_id" | "intent_id">) =>
  `saved card ${fan_id} ${intent_id}`;

/** The gateway's number of a card; null where the deployment's secret has changed since. */
export function openToken({ sealer }: Pick<PaymentsNeeds, "sealer">, card: SavedCard): string | null {
  return (card.sealed_token && sealer.open(card.sealed_token, placeOf(card))?.toString("ascii")) ?? null;
}

/**
 * Writes the fan's consent down together with the payment that begins, and the number by which the gateway is to know the
 * card, before anything is asked of it: after a crash the same number is asked about again.
 */
export async function agreeToKeep(
  needs: PaymentsNeeds,
  tx: Tx,
  intent: Intent,
  sessionId: string,
): Promise<void> {
  const { fan_id, id: intent_id, gateway, terms_version, accepted_at, accepted_address } = intent;
  const token = randomBytes(16).toString("hex");
  const card = await insertSavedCard(tx, {
    ...{ fan_id, intent_id, gateway, terms_version },
    state: "asked",
    sealed_token: needs.sealer.seal(Buffer.from(token, "ascii"), placeOf({ fan_id, intent_id })),
    agreed_at: accepted_at,
    agreed_address: accepted_address,
  });
  await trustSession(tx, card.id, sessionId, accepted_at);
}

/** Fields of a card that the gateway does not have, or no more. */
export const nothingLeft = {
  ...{ sealed_token: null, brand: null, last4: null, expiry_month: null, expiry_year: null },
  next_try_at: null,
} as const;

/**
 * What a step of a payment means for saved cards, in its transaction: the card of one that succeeded is to be kept, that of
 * one that was declined is not; a card whose payment its bank took back pays no more by one press.
 */
export async function followPayment(tx: Tx, intent: Intent, to: IntentState, now: Date): Promise<void> {
  const own = { intentId: intent.id };
  if (to === "succeeded") await changeSavedCards(tx, own, ["asked"], { next_try_at: now });
  if (to === "declined")
    await changeSavedCards(tx, own, ["asked"], { state: "removed", removed_at: now, ...nothingLeft });
  if (to !== "charged_back") return;
  const removing = { state: "removing", next_try_at: now } as const;
  await changeSavedCards(tx, own, ["asked", "saved"], removing);
  if (intent.saved_card_id !== null)
    await changeSavedCards(tx, { ids: [intent.saved_card_id] }, ["saved"], removing);
}

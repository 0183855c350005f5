import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { nothingLeft, openToken } from "../purchase/keep-card.ts";
import { nextTryAt } from "../rules/saved-cards.ts";
import { intentById } from "../store/admin-payments.ts";
import { changeSavedCards, claimDueCards, forgetSessions, type SavedCard } from "../store/saved-cards.ts";

const cardsAtOnceMax = 20;

/**
 * Has gateways keep and forget cards, as far as it is due. What is due stands in the database and every call may be made
 * again, so a crash or a lost answer only delays it. Answers how many cards were settled.
 */
export async function settleSavedCards(needs: PaymentsNeeds): Promise<number> {
  const now = needs.clock.now();
  const claim = { now, until: nextTryAt(3, now), limit: cardsAtOnceMax };
  const due = await inTransaction(needs.db, (tx) => claimDueCards(tx, claim));
  const settled = await Promise.all(due.map((card) => settleUnlessFailing(needs, card)));
  return settled.filter(Boolean).length;
}

/** One card that cannot be settled must not keep others waiting. */
async function settleUnlessFailing(needs: PaymentsNeeds, card: SavedCard): Promise<boolean> {
  try {
    const isSettled = card.state === "asked" ? await keep(needs, card) : await forget(needs, card);
    if (!isSettled) await wait(needs, card);
    return isSettled;
  } catch (error) {
    needs.log.error({ cardId: card.id, error: String(error) }, "a saved card could not be settled");
    return false;
  }
}

const wait = (needs: PaymentsNeeds, card: SavedCard) =>
  inTransaction(needs.db, (tx) =>
    changeSavedCards(tx, { ids: [card.id] }, [card.state], {
      next_try_at: nextTryAt(card.tries, needs.clock.now()),
    }),
  );

async function keep(needs: PaymentsNeeds, card: SavedCard): Promise<boolean> {
  const [intent, token] = [await intentById(needs.db, card.intent_id), openToken(needs, card)];
  const vault = needs.gateways[card.gateway]?.vault;
  if (!intent?.gateway_reference || token === null || !vault) return giveUp(needs, card);
  const { id: reference, gateway_reference: gatewayReference } = intent;
  const kept = await vault.keep(token, { reference, gatewayReference });
  if (kept === null) return false;
  if (kept === "refused") return giveUp(needs, card);
  const changed = await inTransaction(needs.db, (tx) =>
    changeSavedCards(tx, { ids: [card.id] }, ["asked"], {
      state: "saved",
      brand: intent.card_brand ?? "card",
      last4: kept.last4,
      expiry_month: kept.expiryMonth,
      expiry_year: kept.expiryYear,
      saved_at: needs.clock.now(),
      next_try_at: null,
      tries: 0,
    }),
  );
  // The card was to be forgotten while it was being kept, and the gateway may have been told so before.
  if (changed === 0) await vault.forget(token);
  return true;
}

async function giveUp(needs: PaymentsNeeds, card: SavedCard): Promise<boolean> {
  needs.log.warn({ cardId: card.id }, "a card could not be kept at its gateway");
  return remove(needs, card);
}

async function forget(needs: PaymentsNeeds, card: SavedCard): Promise<boolean> {
  const token = openToken(needs, card);
  const vault = needs.gateways[card.gateway]?.vault;
  if (token === null || !vault) {
    needs.log.error(
      { cardId: card.id },
      "a card that is to be removed has to be deleted in its gateway's console",
    );
    return remove(needs, card);
  }
  return (await vault.forget(token)) && remove(needs, card);
}

async function remove(needs: PaymentsNeeds, card: SavedCard): Promise<boolean> {
  await inTransaction(needs.db, async (tx) => {
    const removed = { state: "removed", removed_at: needs.clock.now(), ...nothingLeft } as const;
    await changeSavedCards(tx, { ids: [card.id] }, [card.state], removed);
    await forgetSessions(tx, card.id);
  });
  return true;
}

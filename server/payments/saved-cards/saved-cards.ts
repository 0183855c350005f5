/** Cards that fans have had their gateway keep: what is shown of them, and their removal. */

import type { SavedCardView } from "#contract/saved-cards.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { isExpired } from "../rules/saved-cards.ts";
import {
  cardsOfSession,
  changeSavedCards,
  type SavedCard,
  savedCardOf,
  savedCardsOf,
  trustSession,
} from "../store/saved-cards.ts";

/** The cards of this fan, newest first, as this session may use them. */
export async function listSavedCards(
  needs: PaymentsNeeds,
  fanId: number,
  sessionId: string,
): Promise<SavedCardView[]> {
  const [cards, trusted] = await Promise.all([
    savedCardsOf(needs.db, fanId),
    cardsOfSession(needs.db, sessionId),
  ]);
  return cards.map((card) => ({
    id: card.id,
    brand: card.brand ?? "card",
    last4: card.last4 ?? "",
    expiry_month: card.expiry_month ?? 1,
    expiry_year: card.expiry_year ?? 2000,
    expired: hasExpired(needs, card),
    confirm: !trusted.has(card.id),
    saved_at: (card.saved_at ?? card.agreed_at).toISOString(),
  }));
}

export function hasExpired({ clock }: Pick<PaymentsNeeds, "clock">, card: SavedCard): boolean {
  const { expiry_month: month, expiry_year: year } = card;
  return month === null || year === null || isExpired({ month, year }, clock.now());
}

/** Lets a session whose owner has re-authenticated use a card by one press; false where this fan has none of that id. */
export function confirmSavedCard(
  needs: PaymentsNeeds,
  fanId: number,
  id: number,
  sessionId: string,
): Promise<boolean> {
  return inTransaction(needs.db, async (tx) => {
    const card = await savedCardOf(tx, fanId, id);
    if (card) await trustSession(tx, id, sessionId, needs.clock.now());
    return card !== undefined;
  });
}

/** Takes a card out of use at once, and has the gateway delete it; false where this fan has none of that id. */
export function removeSavedCard(needs: PaymentsNeeds, fanId: number, id: number): Promise<boolean> {
  return inTransaction(needs.db, async (tx) => {
    if (!(await savedCardOf(tx, fanId, id))) return false;
    await changeSavedCards(tx, { ids: [id] }, ["saved"], {
      state: "removing",
      next_try_at: needs.clock.now(),
      tries: 0,
    });
    return true;
  });
}

/** The same for all cards of an account that is closed. */
export async function removeAllCards(needs: PaymentsNeeds, tx: Tx, fanId: number): Promise<void> {
  await changeSavedCards(tx, { fanId }, ["asked", "saved"], {
    state: "removing",
    next_try_at: needs.clock.now(),
    tries: 0,
  });
}

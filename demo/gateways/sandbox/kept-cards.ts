import { type Books, openBooks } from "../books.ts";
import { cardOfToken, tokenOfCard } from "../cards.ts";

/** A card that the processor keeps. Test cards alone, by the tokens that stand for them: no number lies in a file. */
export type KeptCard = { id: string; card: string; expiry_month: number; expiry_year: number };

type Expiry = Pick<KeptCard, "expiry_month" | "expiry_year">;

/** The cards that merchants have had kept, by the merchants' own numbers. */
export type KeptCards = {
  /** Remembers the card of a sale, so that it can be kept later. */
  used(reference: string, number: string, expiry: Expiry | undefined): void;
  /** Keeps the card of a sale; answers what may be shown of it, or null where it cannot be kept. */
  keep(id: string, reference: string): ({ last4: string } & Expiry) | null;
  forget(id: string): void;
  /** The merchants' numbers of the cards that are kept. */
  ids(): string[];
  /** The number of a card, or null. */
  numberOf(id: string): string | null;
};

const expiryUnsaid: Expiry = { expiry_month: 12, expiry_year: 2039 };

/** Opens the books; `file` null keeps them in memory. */
export function openKeptCards(file: string | null): KeptCards {
  const sales: Books<KeptCard> = openBooks(file && `${file}.sold`, ({ id }) => id);
  const kept: Books<KeptCard & { forgotten: boolean }> = openBooks(file && `${file}.kept`, ({ id }) => id);
  const current = (id: string) => {
    const found = kept.get(id);
    return found && !found.forgotten ? found : null;
  };
  return {
    used(reference, number, expiry = expiryUnsaid) {
      const card = tokenOfCard(number);
      const { expiry_month, expiry_year } = expiry;
      if (card) sales.save({ id: reference, card, expiry_month, expiry_year: (expiry_year % 100) + 2000 });
    },
    keep(id, reference) {
      const known = current(id) ?? sales.get(reference);
      if (!known) return null;
      const { card, expiry_month, expiry_year } = known;
      kept.save({ id, card, expiry_month, expiry_year, forgotten: false });
      return { last4: card.slice(-4), expiry_month, expiry_year };
    },
    forget(id) {
      const found = kept.get(id);
      if (found) kept.save({ ...found, forgotten: true });
    },
    ids: () =>
      kept
        .all()
        .filter(({ forgotten }) => !forgotten)
        .map(({ id }) => id),
    numberOf(id) {
      const found = current(id);
      return found && cardOfToken(found.card);
    },
  };
}

import { queryOptions } from "@tanstack/react-query";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { m } from "#web/paraglide/messages.js";

/** The cards that the fan has had kept. Where they cannot be read the fan enters a card as before. */
export const savedCardsQuery = queryOptions<readonly SavedCardView[]>({
  queryKey: ["saved-cards"],
  staleTime: 0,
  retry: false,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/payments/saved-cards")).data;
  },
});

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
};

/** How a card is called: "Visa •• 4242". */
export function cardName({ brand, last4 }: Pick<SavedCardView, "brand" | "last4">): string {
  return `${brands[brand.toLowerCase()] ?? m.pay_type_card()} •• ${last4}`;
}

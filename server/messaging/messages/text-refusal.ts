import type { Reader } from "#server/kit/database/database.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { hasFilteredWord } from "#server/messaging/rules/word-filter.ts";
import { filtersOf } from "#server/messaging/store/word-filter-store.ts";

type PlatformRule = Pick<MessagingNeeds, "holdsContactDetails">;

/** Why the platform delivers this text to nobody; null when it does. */
export function platformRefusal(
  { holdsContactDetails }: PlatformRule,
  text: string,
): "contact_details" | null {
  return holdsContactDetails(text) ? "contact_details" : null;
}

/** Why a text cannot go to somebody: for the platform, or for the words that they want to be spared. */
export async function textRefusal(
  needs: PlatformRule & { db: Reader },
  recipientId: number,
  text: string,
): Promise<"contact_details" | "filtered_words" | null> {
  if (text === "") return null;
  const words = (await filtersOf(needs.db, [recipientId])).get(recipientId) ?? [];
  return platformRefusal(needs, text) ?? (hasFilteredWord(words, text) ? "filtered_words" : null);
}

/** The people among these whom a text has a filtered word for. */
export async function sparedFrom(
  reader: Reader,
  people: readonly number[],
  text: string,
): Promise<Set<number>> {
  const filters = await filtersOf(reader, people);
  return new Set([...filters].flatMap(([id, words]) => (hasFilteredWord(words, text) ? id : [])));
}

import type { Query, QueryClient } from "@tanstack/react-query";
import { currentSession } from "./session.ts";

/** By the first part of the key: the profile says who is here, and is handled apart; the rest is the same for everybody. */
const kept: ReadonlySet<unknown> = new Set(["profile", "genders"]);
/** The queries that guests are shown as well: they differ by person in parts only, such as hearts. */
const shownToEverybody: ReadonlySet<unknown> = new Set([
  "rooms",
  "model",
  "content",
  "room-countries",
  "legal",
  "support",
]);

/** Lists among them that are a person's own: by the part of the key that names the list. */
const ownLists: ReadonlySet<unknown> = new Set(["watched", "favorites", "purchased"]);

type ForgetOptions = {
  /** Commands that still wait for their answer stay: the sign-in by which the next person comes is one. */
  keepPending?: boolean;
};

/**
 * Forgets everything that the page has read and begun for the person who was here, such as a payment without an
 * answer: it is no business of the next one. Visible data is read again; meanwhile pages for everybody stay as they
 * are drawn. Where nobody is signed in any more, a person's own data is not asked for: it leaves the screen with
 * them.
 */
export function forgetPersonal(client: QueryClient, { keepPending }: ForgetOptions = {}): void {
  const commands = client.getMutationCache();
  for (const command of commands.getAll())
    if (!keepPending || command.state.status !== "pending") commands.remove(command);
  const queries = client.getQueryCache();
  const wanted = new Set<Query>();
  for (const query of queries.getAll()) {
    const [kind, list, listOfKind] = query.queryKey;
    if (kept.has(kind)) continue;
    const isForAll = shownToEverybody.has(kind) && !ownLists.has(kind === "content" ? listOfKind : list);
    if (query.getObserversCount() === 0) queries.remove(query);
    else if (!isForAll) query.reset();
    if (isForAll || currentSession() !== null) wanted.add(query);
  }
  // The queries count as outdated until they have been read: a reading that ends with the page that showed it leaves
  // them as they were.
  void client.invalidateQueries({ refetchType: "active", predicate: (query) => wanted.has(query) });
}

import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";
import { currentSession } from "./session.ts";

/** By the first part of the key: the profile says who is here, and is told apart; the rest is the same for everybody. */
const KEPT: ReadonlySet<unknown> = new Set(["profile", "genders"]);
/** What guests are shown as well: it differs by person in parts only, such as hearts. */
const SHOWN_TO_EVERYBODY: ReadonlySet<unknown> = new Set([
  "rooms",
  "model",
  "content",
  "room-countries",
  "live-pictures",
  "legal",
  "support",
  "gifts",
]);

type ForgetOptions = {
  /** Commands that still wait for their answer stay: the sign-in by which the next person comes is one. */
  keepPending?: boolean;
};

/**
 * Forgets what the page has read and begun for the person who was here, such as a payment without an answer: it is no
 * business of the next one. What is on the screen is read again; meanwhile pages for everybody stay as they are drawn. Where
 * nobody is signed in any more, what was a person's own is not asked for: it leaves the screen with them.
 */
export function forgetPersonal(client: QueryClient, { keepPending = false }: ForgetOptions = {}): void {
  const commands = client.getMutationCache();
  for (const command of commands.getAll())
    if (!keepPending || command.state.status !== "pending") commands.remove(command);
  const personal = (also: (query: Query) => boolean): QueryFilters => ({
    predicate: (query) => !KEPT.has(query.queryKey[0]) && also(query),
  });
  const isDrawnForAll = (query: Query) => query.isActive() && SHOWN_TO_EVERYBODY.has(query.queryKey[0]);
  client.removeQueries(personal((query) => query.getObserversCount() === 0));
  void client.invalidateQueries(personal(isDrawnForAll));
  const own = personal((query) => !isDrawnForAll(query));
  if (currentSession() !== null) void client.resetQueries(own);
  else for (const query of client.getQueryCache().findAll(own)) query.reset();
}

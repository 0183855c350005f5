import type { QueryKey } from "@tanstack/react-query";
import { useMatches } from "react-router";
import { useHydrated } from "./lazy.tsx";
import { readQueriesOf } from "./load-queries.ts";

/**
 * The data of a query for a part that is hydrated apart, whose code comes after the page: `now`, except while the
 * browser hydrates the part, when it is what the document was drawn with. In between an event may have changed the
 * data, or the end of a session may have taken it away, and React would throw away what stands there.
 */
export function useAsServed<Data>(key: QueryKey, now: Data | undefined): Data | undefined {
  const hydrated = useHydrated();
  const matches = useMatches();
  if (hydrated) return now;
  const hash = JSON.stringify(key);
  const served = readQueriesOf(matches.map(({ loaderData }) => loaderData)).queries.find(
    ({ queryKey }) => JSON.stringify(queryKey) === hash,
  );
  return served ? (served.state.data as Data) : now;
}

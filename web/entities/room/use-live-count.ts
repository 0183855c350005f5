import { useInfiniteQuery } from "@tanstack/react-query";
import { useAlive } from "#web/lib/hydration/use-alive.ts";
import { useGender } from "./gender.ts";
import { roomsQuery } from "./rooms-query.ts";

/**
 * How many models of the selected gender stream now; null until it is known. The list of rooms says it, and is asked
 * for its first page on pages that do not show it.
 */
export function useLiveCount(): number | null {
  const gender = useGender();
  const alive = useAlive();
  const { data } = useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: alive });
  // The menu is drawn before the list. A first drawing that is interrupted and begun again would find the list known
  // and differ from the server's.
  return alive ? (data?.pages[0]?.live_count ?? null) : null;
}

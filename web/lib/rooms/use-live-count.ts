import { useInfiniteQuery } from "@tanstack/react-query";
import { useGender } from "#web/lib/gender.ts";
import { roomsQuery } from "./rooms-query.ts";

/** How many models of the selected gender stream now; null until the list has been looked at. */
export function useLiveCount(): number | null {
  const gender = useGender();
  const { data } = useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: false });
  return data?.pages[0]?.live_count ?? null;
}

import type { QueryClient } from "@tanstack/react-query";
import { type RoomsData, roomsKey } from "./rooms-query.ts";

type Change = (data: RoomsData) => RoomsData;

/**
 * The list of one gender as live events change it, its count of streaming models included. Lists of other genders and
 * of searches are left alone: a search shows what was found.
 */
export function listOfGender(client: QueryClient, gender: number) {
  const patch = (change: Change): void => {
    client.setQueryData<RoomsData>(roomsKey(gender, ""), (data) => data && change(data));
  };
  return {
    patch,
    /** For events that name a gender: those of another one change nothing. */
    forGender(event: { gender_id: number }, change: Change): void {
      if (event.gender_id === gender) patch(change);
    },
  };
}

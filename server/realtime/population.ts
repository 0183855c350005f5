import { addressBlock } from "#server/kit/http/limits.ts";
import { createOccupancy } from "#server/kit/occupancy.ts";
import type { RealtimeLimits } from "./limits.ts";

/** How many sockets are open: altogether, per address block and per person. */
export type Population = {
  /** Counts one more socket and returns how to uncount it; null when it would be one too many. */
  enter(address: string, userId: number | null): (() => void) | null;
};

type PopulationLimits = Pick<RealtimeLimits, "socketsMax" | "socketsPerAddressMax" | "socketsPerPersonMax">;

/** Makes an empty {@link Population}. */
export function createPopulation(limits: PopulationLimits): Population {
  const ofAddresses = createOccupancy({ perKeyMax: limits.socketsPerAddressMax, max: limits.socketsMax });
  const ofPersons = createOccupancy({ perKeyMax: limits.socketsPerPersonMax });
  return {
    enter(address, userId) {
      const leaveAddress = ofAddresses.enter(addressBlock(address));
      if (!leaveAddress || userId === null) return leaveAddress;
      const leavePerson = ofPersons.enter(String(userId));
      if (!leavePerson) leaveAddress();
      return (
        leavePerson &&
        (() => {
          leavePerson();
          leaveAddress();
        })
      );
    },
  };
}

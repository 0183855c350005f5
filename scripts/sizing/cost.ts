import type { Load } from "./load.ts";
import type { Sizing } from "./needs.ts";

/** Prices of things rented by the month, in any currency. */
export type Prices = { core: number; gigabyte: number; terabyteOut: number };

/** Examples, not offers: machines that are rented whole, and those of large clouds. */
export const examplePrices: Record<"servers" | "cloud", Prices> = {
  servers: { core: 6, gigabyte: 0.5, terabyteOut: 1 },
  cloud: { core: 30, gigabyte: 4, terabyteOut: 40 },
};

const secondsPerMonth = 30 * 86_400;
/** PostgreSQL has a standby, and nobody fills a core. */
const headroomOf = 1.5;

/** The cost of a load a month: cores and memory for its peak, traffic for its average. */
export function monthlyCost({ needs, memory, gigabits }: Sizing, load: Load, prices: Prices) {
  const cores = Math.ceil(needs.reduce((sum, need) => sum + need.cores, 0) * headroomOf);
  const terabytes = (gigabits * load.average * secondsPerMonth) / 8 / 1_000;
  return {
    cores: cores * prices.core,
    memory: memory * headroomOf * prices.gigabyte,
    traffic: terabytes * prices.terabyteOut,
  };
}

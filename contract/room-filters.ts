import { z } from "zod";
import { factsQuery } from "./facts.ts";
import { countryShape, shaped, wholeNumber } from "./fields.ts";
import { filterBounds, roomSorts } from "./room-values.ts";

/** `watched`: streaming first by watchers, then who is online, then the last seen · `newest`: the last listed first · `cheapest`: by a private minute. */
const roomSort = z.enum(roomSorts, "invalid");
export type RoomSort = z.output<typeof roomSort>;

const { age, rate } = filterBounds;

/** The filters of the lists of rooms. Ages in years, rates in tokens of a private minute; each end may be missing. */
export const roomFiltersQuery = z.object({
  ...factsQuery,
  country: shaped(new RegExp(`^(${countryShape})?$`)).default(""),
  age_min: wholeNumber(age.min, age.max).optional(),
  age_max: wholeNumber(age.min, age.max).optional(),
  rate_min: wholeNumber(rate.min, rate.max).optional(),
  rate_max: wholeNumber(rate.min, rate.max).optional(),
  /** Listed in the last 30 days. */
  new: z.enum(["", "1"], "invalid").default(""),
  sort: roomSort.default("watched"),
});
export type RoomFiltersQuery = z.output<typeof roomFiltersQuery>;

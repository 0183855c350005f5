import * as z from "zod/mini";
import type { StudioRates } from "#contract/paid-shows.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";

export type RatesForm = {
  private: string;
  vip: string;
  spy: string;
  minimum: string;
  spiesAllowed: boolean;
  twoWayAllowed: boolean;
};
export type RatesProblem = "rate" | "minimum" | "minimum_too_high";

const rateMax = 1_000_000;
const whole = (least: number, error: RatesProblem) =>
  z
    .string()
    .check(
      z.refine((typed: string) => wholeNumber(typed) >= least && wholeNumber(typed) <= rateMax, { error }),
    );

/** The rules of the rates: whole tokens, and a minimum that is at most one minute of a private or VIP show. */
export const ratesRules = z
  .object({
    private: whole(1, "rate"),
    vip: whole(1, "rate"),
    spy: whole(1, "rate"),
    minimum: whole(0, "minimum"),
    spiesAllowed: z.boolean(),
    twoWayAllowed: z.boolean(),
  })
  .check(
    z.refine((form) => !isMinimumTooHigh(ratesOf(form)), { error: "minimum_too_high", path: ["minimum"] }),
  );

const isMinimumTooHigh = (rates: StudioRates) => rates.minimum > Math.min(rates.private, rates.vip);

/** The form as the rates stand now; a rate of 0 is not given yet. */
export function ratesFormOf(rates: StudioRates): RatesForm {
  const given = (rate: number) => (rate > 0 ? String(rate) : "");
  return {
    private: given(rates.private),
    vip: given(rates.vip),
    spy: given(rates.spy),
    minimum: String(rates.minimum),
    spiesAllowed: rates.spies_allowed,
    twoWayAllowed: rates.two_way_allowed,
  };
}

/** The body of `POST /api/studio/rates`. */
export function ratesOf(form: RatesForm): StudioRates {
  return {
    private: wholeNumber(form.private),
    vip: wholeNumber(form.vip),
    spy: wholeNumber(form.spy),
    minimum: wholeNumber(form.minimum),
    spies_allowed: form.spiesAllowed,
    two_way_allowed: form.twoWayAllowed,
  };
}

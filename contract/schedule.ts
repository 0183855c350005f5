import { z } from "zod";
import { instant, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { scheduleHoursMax } from "./field-bounds.ts";
import { text, timeOfDay, wholeNumber } from "./fields.ts";

/** Hours of each week; `weekday` 1 is Monday. `to` up to and with `from` is a time of the next day. */
const hours = z.object({ weekday: wholeNumber(1, 7), from: timeOfDay, to: timeOfDay });

/** When a model means to be on air, each week, by the clocks of an IANA time zone; null: not set yet. */
const schedule = z.object({ time_zone: z.string().nullable(), hours: z.array(hours) });
export type Schedule = z.output<typeof schedule>;
export type ScheduledHours = z.output<typeof hours>;

/** One time that a model means to be on air. */
export const plannedBroadcast = z.object({ from: instant, to: instant });
export type PlannedBroadcast = z.output<typeof plannedBroadcast>;

const answers = { 200: schedule, 401: problem, 403: problem, 422: problem } as const;

export const scheduleContract = {
  "GET /api/studio/schedule": {
    summary: "When the model means to be on air each week",
    access: ["model"],
    responses: answers,
  },
  "POST /api/studio/schedule": {
    summary: "Set when one means to be on air each week; the hours replace those before",
    access: ["model"],
    body: z.object({
      time_zone: text({ min: 1, max: 64, shape: "[A-Za-z0-9_+/-]+" }),
      hours: z.array(hours).max(scheduleHoursMax, "invalid"),
    }),
    responses: answers,
  },
} as const satisfies Contract;

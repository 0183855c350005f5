import { z } from "zod";
import { setting } from "./setting.ts";

const days = (min: number, max: number) =>
  z.coerce
    .number()
    .int()
    .min(min)
    .max(max, `must be at most ${max}, which is what the privacy policy promises`);

/** The settings of how long something about people is kept that nobody needs for ever. */
export const keepingSettings = {
  KEEP_MAILS_DAYS: setting(
    {
      about: "Days after which mails are deleted, those that could not be delivered among them",
      example: "7",
    },
    days(5, 30).default(30),
  ),
  KEEP_SESSIONS_DAYS: setting(
    {
      about: "Days that ended sessions are kept: when they began, were last used, and by which browser",
      example: "7",
    },
    days(1, 30).default(30),
  ),
  KEEP_MESSAGES_DAYS: setting(
    {
      about: "Days after their closing that names, addresses and texts of messages to support are kept",
      example: "90",
    },
    days(1, 365).default(365),
  ),
  // A person whom a decision was about may object for six months, with its grounds at hand.
  KEEP_REPORTS_DAYS: setting(
    {
      about:
        "The same for reports and requests for removal, with their evidence; at least 190, as objections are open for six months",
      example: "730",
    },
    days(190, 3 * 365).default(3 * 365),
  ),
};

type Settings = z.output<z.ZodObject<typeof keepingSettings>>;

/** Days that something is kept: mails from when they were posted, sessions and tickets from their end. */
export type Keeping = { mails: number; sessions: number; messages: number; reports: number };

export const keepingOf = (settings: Settings): Keeping => ({
  mails: settings.KEEP_MAILS_DAYS,
  sessions: settings.KEEP_SESSIONS_DAYS,
  messages: settings.KEEP_MESSAGES_DAYS,
  reports: settings.KEEP_REPORTS_DAYS,
});

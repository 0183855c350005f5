import { z } from "zod";
import { flag, setting } from "./setting.ts";

/** The settings of the demo world. */
export const demoSettings = {
  DEMO: setting(
    {
      about:
        "`0`: no demo world, no simulated provider, no outbox of emails; required settings are checked. A database belongs to one of the two",
      example: "0",
    },
    flag.default(true),
  ),
  DEMO_ROOMS: setting(
    {
      about: "Logins of the demo's models on air, with commas between them; each costs about 1 % of a core",
      example: "luna,vera",
      unset: "all 24",
    },
    z
      .string()
      .regex(/^[a-z0-9]+(,[a-z0-9]+)*$/, "must be logins with commas between them")
      .transform((logins) => logins.split(","))
      .optional(),
  ),
  DEMO_TIPS: setting(
    { about: "`0`: simulated fans tip nobody, so that sums change only by what people do", example: "0" },
    flag.default(true),
  ),
  DEMO_FAULTS: setting(
    {
      about:
        "Per cent of the simulated gateways' messages that are lost, late, doubled or out of order. Purchases take longer at times, and still end right",
      example: "10",
    },
    z.coerce.number().min(0).max(100).default(0),
  ),
};

import { z } from "zod";
import { flag, setting } from "./setting.ts";

/** The settings of what is sold, whoever the provider is, and of what people may write to each other. */
export const tradeSettings = {
  RAW_CARDS: setting(
    {
      about:
        "`0` refuses card numbers: the checkout shows the gateway's own fields or form, the API takes its tokens",
      example: "0",
    },
    flag.default(true),
  ),
  STATEMENT_DESCRIPTOR: setting(
    {
      about: "Text on bank statements, 3 to 22 characters; required with `DEMO=0`",
      example: "CAMS EXAMPLE",
      unset: "`FNL DIGITAL SVCS`",
    },
    z.string().min(3).max(22).optional(),
  ),
  PAYOUT_CENTS: setting(
    {
      about:
        "US cents that models are paid for a token, shown to them in the studio and in the staff's payouts sheet",
      example: "4.5",
    },
    z.coerce.number().positive().max(100).default(5),
  ),
  BILLING_CANCEL_URL: setting(
    {
      about:
        "Page of an external billing provider to cancel at; linked in the footer and beside subscriptions",
      example: "https://billing.example.com/cancel",
    },
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  CONTACT_DETAILS: setting(
    {
      about:
        "`refused`: chats take no link to elsewhere, email address, telephone number or name of an account elsewhere. `allowed`: they do",
      example: "allowed",
    },
    z.enum(["refused", "allowed"]).default("refused"),
  ),
};

import { z } from "zod";
import { email } from "./accounts.ts";
import { cardNumberInText, withoutCardNumber } from "./card-number.ts";
import { clientId, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { contactMessageMax, contactMessageMin, contactNameMax, contactUrlMax } from "./field-bounds.ts";
import { emailAddress, text } from "./fields.ts";
import { removalReasons } from "./report-reasons.ts";

export const removalReason = z.enum(removalReasons, "required");

const name = text({ min: 1, max: contactNameMax, name: true });
const message = text({ min: contactMessageMin, max: contactMessageMax });
const address = text({
  min: 1,
  max: contactUrlMax,
  shape: "(?:[Hh][Tt][Tt][Pp][Ss]?:/)?/[^\\s\\u0000]+",
  codes: { shape: "url_format" },
});

/** A honeypot: people do not see it, programs that fill in every field do. */
const trap = text({ max: 0, verbatim: true, codes: { max: "trap" } }).default("");

/** `client_id` is minted once per message: the same one again is the same ticket. */
export const contactMessage = z.object({
  name,
  email,
  message: message.refine(withoutCardNumber, cardNumberInText),
  website: trap,
  client_id: clientId,
});

/** A report of the suspected abuse of a minor may be anonymous. */
export const removalRequest = z
  .object({
    name: text({ max: contactNameMax, name: true }),
    email: emailAddress({ mayMiss: true }),
    message,
    url: address,
    reason: removalReason,
    website: trap,
    client_id: clientId,
  })
  .refine(({ reason, name }) => reason === "minor" || name !== "", { path: ["name"], message: "required" })
  .refine(({ reason, email }) => reason === "minor" || email !== "", {
    path: ["email"],
    message: "required",
  });

/** The number to quote, and by when support decides. */
export const ticketReceipt = z.object({ number: z.string(), due_at: z.iso.datetime(), mailed: z.boolean() });
export type TicketReceipt = z.output<typeof ticketReceipt>;

const answers = { 201: ticketReceipt, 422: problem, 429: tooMany } as const;

export const supportContract = {
  "GET /api/support/contact": {
    summary: "The email address of support",
    access: "public",
    responses: { 200: z.object({ email: z.string() }) },
  },
  "POST /api/support/contact": {
    summary: "Write to support; answered by email within 3 working days",
    access: "public",
    body: contactMessage,
    responses: answers,
  },
  "POST /api/support/content-removal": {
    summary: "Ask for content to be removed; decided within 7 days, in grave cases within 24 hours",
    access: "public",
    body: removalRequest,
    responses: answers,
  },
} as const satisfies Contract;

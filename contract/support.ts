import { z } from "zod";
import { email } from "./accounts.ts";
import { cardNumberInText, withoutCardNumber } from "./card-number.ts";
import { clientId, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { removalReasons } from "./removal-reasons.ts";

export const removalReason = z.enum(removalReasons, "required");

const name = z.string().trim().min(1, "required").max(100, "max_100");
const text = z.string().trim().min(1, "required").min(10, "min_10").max(5_000, "max_5000");
const address = z
  .string()
  .trim()
  .min(1, "required")
  .max(500, "max_500")
  .regex(/^(https?:\/\/|\/)\S+$/i, "url_format");

/** What no person sees or fills in; programs that fill in everything give themselves away. */
const trap = z.string().max(0, "trap").default("");

/** `client_id` is minted once per message: the same one again is the same ticket. */
export const contactMessage = z.object({
  name,
  email,
  message: text.refine(withoutCardNumber, cardNumberInText),
  website: trap,
  client_id: clientId,
});

const isEmail = (text: string) => email.safeParse(text).success;
const emailOrNone = z
  .string()
  .trim()
  .max(190, "max_190")
  .refine((text) => text === "" || isEmail(text), "email_format");

/** Whoever reports the suspected abuse of a minor need not say who they are. */
export const removalRequest = z
  .object({
    name: z.string().trim().max(100, "max_100"),
    email: emailOrNone,
    message: text,
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

/** The number to quote, and by when the house decides. */
export const ticketReceipt = z.object({ number: z.string(), due_at: z.iso.datetime(), mailed: z.boolean() });
export type TicketReceipt = z.output<typeof ticketReceipt>;

const answers = { 201: ticketReceipt, 422: problem, 429: tooMany } as const;

export const supportContract = {
  "GET /api/support/contact": {
    summary: "Where the house is reached by mail",
    access: "public",
    responses: { 200: z.object({ email: z.string() }) },
  },
  "POST /api/support/contact": {
    summary: "Write to the house; answered by mail within 3 working days",
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

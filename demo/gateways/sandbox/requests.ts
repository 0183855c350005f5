import { z } from "zod";

/** The merchant's request to charge a card. The amount is decimal text, so that no float comes near money. */
export const saleRequest = z.object({
  reference: z.string().min(1).max(64),
  order_id: z.string().min(1).max(64),
  amount: z.string().regex(/^\d{1,7}\.\d{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: z.string().max(200),
  card: z
    .object({
      number: z.string().regex(/^\d{13,19}$/),
      expiry_month: z.int().min(1).max(12),
      expiry_year: z.int().min(2000).max(2199),
      cvc: z.string().regex(/^\d{3,4}$/),
      holder: z.string().max(120),
    })
    .optional(),
  token: z.string().max(200).optional(),
  /** A card that the processor keeps, by the merchant's own number for it. */
  saved_card: z.string().max(64).optional(),
  billing: z.record(z.string().max(20), z.string().max(200).nullable()),
  return_url: z.url().max(500),
  language: z.enum(["en", "es"]),
  /** The payer confirms although the card would not ask for it. */
  challenge: z.boolean().optional(),
});
export type SaleRequest = z.output<typeof saleRequest>;

export const decision = z.object({ decision: z.enum(["approve", "decline", "cancel"]) });
export type Decision = z.output<typeof decision>["decision"];

export const knobsRequest = z.object({
  order_id: z.string().min(1).max(64),
  knobs: z
    .strictObject({
      latencyMs: z.int().min(0).max(60_000),
      reply: z.enum(["send", "hold", "cut"]),
      failWith: z.union([z.literal(429), z.literal(500), z.literal(503), z.literal("silence"), z.null()]),
      callbackDelayMs: z.int().min(0).max(600_000),
      callbackCopies: z.int().min(0).max(20),
      reorder: z.boolean(),
      badSignature: z.boolean(),
      wrongAmount: z.string().nullable(),
      wrongCurrency: z.string().nullable(),
    })
    .partial(),
});

/** A card by the merchant's own number for it, and the sale that it has paid. */
export const forgetRequest = z.object({ card: z.string().regex(/^[0-9a-f]{32}$/) });
export const keepRequest = forgetRequest.extend({ reference: z.string().min(1).max(64) });

/** `total`: how much is to have gone back in all, a decimal; without it, everything. */
export const refundRequest = z.object({
  total: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/)
    .optional(),
});

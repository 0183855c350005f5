import { z } from "zod";

/*
 * Fields of what gateways send, as they really come: a number where a text is usual, a text where a number is, and null, or
 * nothing at all, where there is nothing.
 */

/** A text; "" where there is none. */
export const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));

/** A number; null where there is none. */
export const looseNumber = looseText.transform((text) => {
  const value = /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
  return value !== null && Number.isFinite(value) ? value : null;
});

import { z } from "zod";
import { idMax, shaped, text, wholeNumber } from "./fields.ts";
import { allGenders, slugPattern } from "./room-values.ts";

/** The body of every refused call. `message` is in the caller's language; `errors` names fields of the body. */
export const problem = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.output<typeof problem>;

/** 402: the balance does not cover the price. `needed` is the price in tokens. */
export const tooFewTokens = problem.extend({ needed: z.int(), balance: z.int() });

/**
 * 403 of what costs tokens: with the code `limit_reached` the limit of the fan's own that is reached, with
 * `spending_paused` neither; `free_at` is when the same would go through, null where it never would.
 */
export const spendRefused = problem.extend({
  limit: z.enum(["day", "week", "month"]).optional(),
  free_at: z.iso.datetime().nullable().optional(),
});

/** 429, and 503 with the code `overloaded` (nothing was done): `retry_after` in seconds. */
export const tooMany = problem.extend({ retry_after: z.int().optional() });

export const refusals = { 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany } as const;

export const pageMeta = z.object({ current_page: z.int(), last_page: z.int() });

/** A page of a list, 20 items unless the endpoint says otherwise. `links.next` is null on the last page. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    links: z.object({ next: z.string().nullable() }),
    meta: pageMeta,
  });
}

export const pageQuery = z.object({ page: wholeNumber(1, 10_000).default(1) });
export const searchQuery = pageQuery.extend({ search: text({ max: 100 }).default("") });
/** A gender's id, or `all` for the models of every one, which is {@link allGenders} to whom it is passed on. */
const genderOrAll = z
  .union([z.literal("all").transform((): number => allGenders), wholeNumber(1, 99)], "invalid")
  .default(1);
export const listQuery = searchQuery.extend({ gender: genderOrAll });

export const language = z.enum(["en", "es"]);
export type Language = z.output<typeof language>;

/** An id in an address. */
export const id = wholeNumber(1, idMax);
export const slug = shaped(slugPattern);
export const instant = z.iso.datetime();
export const success = z.object({ success: z.boolean() });

/** A ZIP file that is sent while it is made. */
export const zipFile = z.custom<AsyncIterable<Uint8Array>>().meta({ contentMediaType: "application/zip" });

/** A CSV file (RFC 4180), in UTF-8 with its mark. */
export const csvFile = z.string().meta({ contentMediaType: "text/csv" });

/** A PDF file. */
export const pdfFile = z.custom<Uint8Array>().meta({ contentMediaType: "application/pdf" });

/** Ids that clients make and send in a body are UUIDs. */
export const clientId = z.uuid();

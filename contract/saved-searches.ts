import { z } from "zod";
import { id, instant, listQuery, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { factsSent } from "./facts.ts";
import { searchNameMax } from "./field-bounds.ts";
import { text } from "./fields.ts";
import { roomFiltersQuery } from "./room-filters.ts";

const { sort: _sort, ...filters } = roomFiltersQuery.shape;

/**
 * The part of a list that a fan keeps: its gender, its search and its filters; the order of a list finds nobody else.
 */
const searchForm = z.object({ gender: listQuery.shape.gender, search: listQuery.shape.search, ...filters });

const savedSearch = z.object({
  id: z.int(),
  /** The fan's own; empty: it is called by what it looks for. */
  name: z.string(),
  /** Whether the fan is notified of whom it finds. */
  alerts: z.boolean(),
  gender: z.int(),
  search: z.string(),
  ...factsSent,
  /** Empty: whichever. */
  country: z.string(),
  age_min: z.int().nullable(),
  age_max: z.int().nullable(),
  rate_min: z.int().nullable(),
  rate_max: z.int().nullable(),
  new: z.boolean(),
  saved_at: instant,
  /** When the fan was last notified of somebody whom it finds; null: not yet. */
  notified_at: instant.nullable(),
});
export type SavedSearch = z.output<typeof savedSearch>;

export const savedSearchesContract = {
  "GET /api/fan/saved-searches": {
    summary: "The searches that the fan keeps, the last saved first",
    access: ["fan"],
    responses: { 200: z.object({ data: z.array(savedSearch) }), 401: problem, 403: problem },
  },
  "POST /api/fan/saved-searches": {
    summary:
      "Keep a search: the fan is notified, once a day at most, of a model who is new in it or goes live; a second time it is the same one",
    access: ["fan"],
    body: searchForm,
    responses: { 200: savedSearch, 401: problem, 403: problem, 409: problem, 422: problem },
  },
  "POST /api/fan/saved-searches/{id}/change": {
    summary: "Name a search, and turn its alerts on or off; what is not sent stays as it is",
    access: ["fan"],
    params: z.object({ id }),
    body: z.object({ name: text({ max: searchNameMax }).optional(), alerts: z.boolean().optional() }),
    responses: { 200: savedSearch, 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "DELETE /api/fan/saved-searches/{id}": {
    summary: "Forget a search, and get no more notifications of it; harmless when it is gone",
    access: ["fan"],
    params: z.object({ id }),
    responses: { 204: z.undefined(), 401: problem, 403: problem, 422: problem },
  },
} as const satisfies Contract;

import { z } from "zod";
import { adminModel } from "./admin.ts";
import { id, instant, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { factsInput, factsSent } from "./facts.ts";
import { birthDay, countryCode, text, wholeNumber } from "./fields.ts";

/** `draft`: not sent yet, or sent back by staff · `submitted`: waits for staff · `approved`: on the lists. */
export const listingState = z.enum(["draft", "submitted", "approved"]);
export type ListingState = z.output<typeof listingState>;

/** The steps that a model has to take before staff can list them, in the order in which the studio asks for them. */
const listingSteps = z.object({
  texts: z.boolean(),
  person: z.boolean(),
  picture: z.boolean(),
  rates: z.boolean(),
  camera: z.boolean(),
});
export type ListingStep = keyof z.output<typeof listingSteps>;

const bilingual = z.object({ en: z.string(), es: z.string() });

/** The fields of a model's page; null is not given yet. */
const listingPage = {
  artistic_name: z.string(),
  bio: bilingual,
  birth_date: z.string().nullable(),
  country: z.string().nullable(),
  gender_id: z.int().nullable(),
  ...factsSent,
  /** Address of the picture on cards. */
  portrait: z.string().nullable(),
};

/** A model's page on its way to the lists. `note`: why staff sent it back last, empty if it did not. */
export const studioListing = z.object({
  state: listingState,
  note: z.string(),
  steps: listingSteps,
  ...listingPage,
});
export type StudioListing = z.output<typeof studioListing>;

/** A page that waits for staff's decision, with everything that fans would see. */
export const listingReview = adminModel.pick({ id: true, login: true }).extend({
  state: listingState,
  note: z.string(),
  submitted_at: instant.nullable(),
  age: z.int().nullable(),
  rates: z.object({ private: z.int(), vip: z.int(), spy: z.int(), minimum: z.int() }),
  ...listingPage,
});
export type ListingReview = z.output<typeof listingReview>;

const picturePart = {
  accept: ["image/jpeg", "image/png", "image/webp"],
  bytesMax: 20 * 1024 * 1024,
} as const;
const answers = { 200: studioListing, 401: problem, 403: problem, 422: problem, 429: tooMany } as const;

export const listingContract = {
  "GET /api/studio/listing": {
    summary: "The model's own page and what is missing before it can be listed",
    access: ["model"],
    responses: answers,
  },
  "POST /api/studio/listing": {
    summary:
      "Change the own page; a page that waits for staff is taken back by it. Name, birth date, country and gender are fixed once it is listed; a name for which that of a listed model is taken is refused",
    access: ["model"],
    body: z.object({
      artistic_name: text({ min: 1, max: 60, name: true }).optional(),
      bio: z.object({ en: text({ max: 2_000 }), es: text({ max: 2_000 }) }).optional(),
      birth_date: birthDay.optional(),
      country: countryCode().optional(),
      gender_id: wholeNumber(1, 99).optional(),
      ...factsInput,
    }),
    responses: { ...answers, 409: problem },
  },
  "POST /api/studio/listing/picture": {
    summary: "The picture of the own page: re-encoded for cards and the profile, without metadata",
    access: ["model"],
    files: { picture: picturePart },
    responses: answers,
  },
  "POST /api/studio/live-picture": {
    summary:
      "What the model's room shows now, for their cards: at most four a minute; `shown` is false while the room is not open to everybody",
    access: ["model"],
    files: { picture: { ...picturePart, bytesMax: 2 * 1024 * 1024 } },
    responses: {
      200: z.object({ shown: z.boolean() }),
      401: problem,
      403: problem,
      422: problem,
      429: tooMany,
    },
  },
  "POST /api/studio/listing/camera": {
    summary: "The model has seen their own camera in the studio; harmless when repeated",
    access: ["model"],
    responses: answers,
  },
  "POST /api/studio/listing/submit": {
    summary: "Send the complete page to staff; harmless when it waits or is listed already",
    access: ["model"],
    responses: { ...answers, 409: problem },
  },
  "GET /api/admin/models/{id}/listing": {
    summary: "A model's page as it is to be approved",
    access: ["admin"],
    params: z.object({ id }),
    responses: { 200: listingReview, 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany },
  },
} as const satisfies Contract;

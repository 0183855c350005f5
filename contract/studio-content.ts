import { z } from "zod";
import { clientId, id, instant, page, pageQuery, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { itemBodyMax, itemPriceMax, itemTitleMax } from "./field-bounds.ts";
import { moment, text, uploadId, wholeNumber } from "./fields.ts";

/** Allowed types of a post's picture or a video's poster; the server checks the content, not the name. */
export const picturePart = {
  accept: ["image/jpeg", "image/png", "image/webp"],
  bytesMax: 20 * 1024 * 1024,
} as const;

/** The file of a video or a post: a picture of at most 20 MB, or a video with H.264, VP8, VP9 or AV1. */
export const mediaPart = {
  accept: [...picturePart.accept, "video/mp4", "video/quicktime", "video/webm"],
  bytesMax: 500 * 1024 * 1024,
  onDisk: true,
} as const;

export const videoSecondsMax = 4 * 3600;

const title = text({ min: 1, max: itemTitleMax });
const body = text({ max: itemBodyMax });
const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const price = z.int("invalid").min(0, "invalid").max(itemPriceMax, "invalid");
const bound = instant.nullable();

/** A video or post as its model sees it. The addresses of its files are bound to them. */
export const studioItem = z.object({
  id: z.int(),
  kind: z.enum(["video", "post"]),
  title: z.string(),
  body: z.string(),
  type: z.enum(["picture", "video"]),
  price: z.int(),
  for_subscribers: z.boolean(),
  visible: z.boolean(),
  start: bound,
  end: bound,
  /** The item's state for fans now: on the lists, before its start, after its end, or hidden. */
  state: z.enum(["listed", "scheduled", "ended", "hidden"]),
  thumb: z.string(),
  thumb_blurred: z.string(),
  /** The item's cover, which everybody sees; null without. */
  cover: z.string().nullable(),
  teaser: z.string().nullable(),
  watchUrl: z.string(),
  duration: z.int().nullable(),
  width: z.int(),
  height: z.int(),
  /** How often it was bought, and the tokens it earned. */
  sold: z.int(),
  earned: z.int(),
  created_at: instant,
});
export type StudioItem = z.output<typeof studioItem>;

/** The picture that everybody sees of an item. */
const cover = { ...picturePart, optional: true } as const;
/** The second of a film around which its teaser begins; empty: none is cut. */
const teaserAt = z.union([z.literal("").transform(() => null), wholeNumber(0, videoSecondsMax)], "invalid");
const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
const itemPath = z.object({ id });

/** The model's own videos and posts. */
export const studioContentContract = {
  "GET /api/studio/content": {
    summary: "The model's own videos or posts, newest first, hidden ones included",
    access: ["model"],
    query: pageQuery.extend({ kind: z.enum(["video", "post"]).default("video") }),
    responses: { 200: page(studioItem), ...modelOnly },
  },
  "POST /api/studio/content": {
    summary: "Publish a video with its poster, or a post with a picture or a video (then with a poster)",
    access: ["model"],
    /**
     * Fields of a form are text: whole numbers, `true`/`false`, instants in UTC; an empty instant is none. `client_id` is
     * minted once per item: the same one again is the same item, whatever else is sent with it.
     */
    body: z.object({
      kind: z.enum(["video", "post"]),
      title,
      body: body.default(""),
      price: wholeNumber(0, itemPriceMax),
      for_subscribers: flag.default(false),
      visible: flag.default(true),
      start: z.union([moment, z.literal("")], "invalid").default(""),
      end: z.union([moment, z.literal("")], "invalid").default(""),
      teaser_at: teaserAt.default(null),
      upload_id: uploadId.optional(),
      client_id: clientId.optional(),
    }),
    /** `cover` is for everybody, the others for those who may open it. */
    files: { media: mediaPart, poster: { ...picturePart, optional: true }, cover },
    responses: { 201: studioItem, ...modelOnly, 404: problem, 409: problem },
  },
  "POST /api/studio/content/{id}": {
    summary: "Change the texts, price, audience and schedule of an item; what is left out stays",
    access: ["model"],
    params: itemPath,
    body: z.object({
      title: title.optional(),
      body: body.optional(),
      price: price.optional(),
      for_subscribers: z.boolean("invalid").optional(),
      visible: z.boolean("invalid").optional(),
      start: moment.nullable().optional(),
      end: moment.nullable().optional(),
    }),
    responses: { 200: studioItem, ...modelOnly, 404: problem },
  },
  "POST /api/studio/content/{id}/window": {
    summary:
      "Change what everybody sees of an item: a picture, and of a film of 12 seconds or more a silent teaser that is cut out of it; what is neither sent nor taken away stays",
    access: ["model"],
    params: itemPath,
    body: z.object({
      teaser_at: teaserAt.default(null),
      without_cover: flag.default(false),
      without_teaser: flag.default(false),
    }),
    files: { cover },
    responses: { 200: studioItem, ...modelOnly, 404: problem },
  },
  "DELETE /api/studio/content/{id}": {
    summary: "Delete an item for good; those who bought it keep it",
    access: ["model"],
    params: itemPath,
    responses: { 204: z.undefined(), ...modelOnly, 404: problem },
  },
} as const satisfies Contract;

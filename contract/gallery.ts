import { z } from "zod";
import { clientId, id, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { galleryMax } from "./field-bounds.ts";
import { idInBody } from "./fields.ts";
import { picturePart } from "./studio-content.ts";

/** One picture of a model's page: whole, and small for a grid; sizes in pixels are those of the whole one. */
export const galleryPicture = z.object({
  id: z.int(),
  url: z.string(),
  small: z.string(),
  width: z.int(),
  height: z.int(),
});
export type GalleryPicture = z.output<typeof galleryPicture>;

const gallery = z.object({ pictures: z.array(galleryPicture) });
const answers = { 200: gallery, 401: problem, 403: problem, 422: problem } as const;

export const galleryContract = {
  "GET /api/studio/gallery": {
    summary: "The pictures of the model's own page, in their order",
    access: ["model"],
    responses: answers,
  },
  "POST /api/studio/gallery": {
    summary: "Add a picture to the own page, re-encoded without metadata, behind the others",
    access: ["model"],
    /** `client_id` is minted once per picture: the same one again is the same picture, whatever else is sent with it. */
    body: z.object({ client_id: clientId.optional() }),
    files: { picture: picturePart },
    responses: { ...answers, 409: problem, 429: tooMany },
  },
  "POST /api/studio/gallery-order": {
    summary: "Put the pictures in another order: all of their ids, each once",
    access: ["model"],
    body: z.object({ ids: z.array(idInBody).max(galleryMax, "invalid") }),
    responses: { ...answers, 409: problem },
  },
  "DELETE /api/studio/gallery/{id}": {
    summary: "Take a picture from the own page, with its files; harmless when it is gone",
    access: ["model"],
    params: z.object({ id }),
    responses: answers,
  },
} as const satisfies Contract;

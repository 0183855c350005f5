import { z } from "zod";
import { problem, success } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody } from "./fields.ts";

/** The unsubscribe code of an email: a fan, a model and a signature over both. */
export const unsubscribeCode = z.string().regex(/^[0-9a-z]{1,11}-[0-9a-z]{1,11}-[\w-]{22}$/);

export const notificationsContract = {
  "POST /api/fan/notify-model": {
    summary: "Toggle notifications for when a model goes live; `notify` sets the state explicitly",
    access: ["fan"],
    body: z.object({ model_id: idInBody, notify: z.boolean().optional() }),
    responses: {
      200: success.extend({ notified: z.boolean() }),
      401: problem,
      403: problem,
      404: problem,
      422: problem,
    },
  },
  "POST /api/fan/await-public": {
    summary: "Ask for one mail when a model who is in a show is public again within a day, or take that back",
    access: ["fan"],
    body: z.object({ model_id: idInBody, tell: z.boolean() }),
    responses: { 200: success, 401: problem, 403: problem, 404: problem, 422: problem },
  },
  "GET /api/notices/{code}": {
    summary: "What an unsubscribe link is about: the model, and whether the fan is still notified",
    access: "public",
    params: z.object({ code: unsubscribeCode }),
    responses: {
      200: z.object({
        model: z.object({ login: z.string(), artisticName: z.string() }),
        notified: z.boolean(),
      }),
      404: problem,
      422: problem,
    },
  },
} as const satisfies Contract;

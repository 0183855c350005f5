import { z } from "zod";
import { problem, success } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody } from "./fields.ts";

/** What a mail's way off names: a fan, a model and a signature over both. */
export const offCode = z.string().regex(/^[0-9a-z]{1,11}-[0-9a-z]{1,11}-[\w-]{22}$/);

export const notificationsContract = {
  "POST /api/fan/notify-model": {
    summary:
      "Ask to be told when a model goes live; asked again, no more. `notify` says which of both is meant",
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
  "GET /api/notices/{code}": {
    summary: "What the way off in a mail is about: the model, and whether her fan is still told",
    access: "public",
    params: z.object({ code: offCode }),
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

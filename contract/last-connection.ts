import { z } from "zod";
import { id, instant, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";

const params = z.object({ x: id });
const answer = z.object({ last_connection: instant.nullable() });

/** When a person was here last; `x` is the person's id. */
export const lastConnectionContract = {
  "GET /api/service/last-connection/{x}": {
    summary: "When a model was here last; of other people only one's own time is told",
    access: "public",
    params,
    responses: { 200: answer, 404: problem, 422: problem },
  },
  "POST /api/service/last-connection/{x}": {
    summary: "Say that one is here; only of oneself, written at most once a minute",
    access: ["fan", "model", "admin"],
    params,
    responses: { 200: answer, 401: problem, 403: problem, 422: problem },
  },
} as const satisfies Contract;

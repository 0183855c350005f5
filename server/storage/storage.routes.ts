import type { FastifyInstance } from "fastify";
import { languageOf } from "#server/kit/http/language.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { Storage } from "./local-disk.ts";
import { filesPath } from "./storage.ts";

const texts = defineTexts({
  not_found: { en: "This file does not exist.", es: "Este archivo no existe." },
});

/** Serves the files. They never change, so a browser may keep them for a year without asking again. */
export async function storageRoutes(app: FastifyInstance, storage: Storage): Promise<void> {
  app.get<{ Params: { "*": string } }>(`${filesPath}/*`, async (request, reply) => {
    const file = await storage.get(request.params["*"]);
    if (!file) {
      const language = languageOf(request.headers["accept-language"]);
      const { status, body } = problem({ language }, 404, texts, "not_found");
      return reply.status(status).header("cache-control", "no-store").send(body);
    }
    return reply
      .header("content-type", file.contentType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .send(file.bytes);
  });
}

import { access, mkdir } from "node:fs/promises";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "#server/kit/http/language.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import { typeOfKey } from "./local-disk.ts";
import { type PrivateFiles, privateFilesPath } from "./private-files.ts";

const texts = defineTexts({
  link_invalid: {
    en: "This address was not made for this file.",
    es: "Esta dirección no se hizo para este archivo.",
  },
  link_expired: {
    en: "This address has expired. Load the page again.",
    es: "Esta dirección ha caducado. Vuelve a cargar la página.",
  },
  not_found: { en: "This file does not exist.", es: "Este archivo no existe." },
});

type Request = FastifyRequest<{ Params: { "*": string }; Querystring: Record<string, unknown> }>;

/** Serves private files by their links, whole or in byte ranges (RFC 9110, section 14), never from a shared cache. */
export async function privateFileRoutes(http: FastifyInstance, files: PrivateFiles): Promise<void> {
  await mkdir(files.folder, { recursive: true });
  await http.register(async (scope) => {
    await scope.register(staticFiles, { root: files.folder, serve: false, cacheControl: false });
    scope.get(`${privateFilesPath}/*`, async (request: Request, reply) => {
      const key = request.params["*"];
      const contentType = typeOfKey(key);
      const link = files.verify(key, request.query);
      if (!link.ok) return refused(request, reply, 403, link.refusal);
      if (!contentType || !(await isThere(files.pathOf(key))))
        return refused(request, reply, 404, "not_found");
      return reply
        .header("cache-control", "private, max-age=900")
        .header("cross-origin-resource-policy", "same-site")
        .type(contentType)
        .sendFile(key);
    });
  });
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

function refused(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 403 | 404,
  code: keyof typeof texts,
): FastifyReply {
  const { body } = problem({ language: languageOf(request.headers["accept-language"]) }, status, texts, code);
  return reply.status(status).header("cache-control", "no-store").send(body);
}

import { access, mkdir } from "node:fs/promises";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "#contract/endpoint.ts";
import type { Clock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { typeOfKey } from "./local-disk.ts";
import { type PrivateFiles, privateFilesPath } from "./private-files.ts";
import { type FileRefusal, refuseFile } from "./refuse-file.ts";
import type { Link } from "./signed-link.ts";

/** Who may read private files, as the modules behind them know it at this very moment. */
export type FileReaders = {
  /** The person in whose live session a request comes; null without one. */
  readerOf(request: FastifyRequest): Promise<FileReader | null>;
  /** Whose the file is that a link names, if its reader may still see it; null otherwise. */
  ownerFor(link: Link, reader: FileReader): Promise<number | null>;
};
export type FileReader = { userId: number; role: Role };

/** How often a file that is being sent is asked about again; links die within 5 seconds. */
const checkEveryMs = 4_000;

type Request = FastifyRequest<{ Params: { "*": string }; Querystring: Record<string, unknown> }>;

/**
 * Serves private files by their links, whole or in byte ranges (RFC 9110, section 14), to their reader's own live session
 * alone. Session and right are looked up at each request, and while a file is being sent; no cache keeps anything.
 */
export async function privateFileRoutes(
  http: FastifyInstance,
  files: PrivateFiles,
  readers: FileReaders,
  clock: Clock,
): Promise<void> {
  await mkdir(files.folder, { recursive: true });
  await http.register(async (scope) => {
    await scope.register(staticFiles, { root: files.folder, serve: false, cacheControl: false });
    scope.get(`${privateFilesPath}/*`, async (request: Request, reply) => {
      const key = request.params["*"];
      const contentType = typeOfKey(key);
      const verified = files.verify(key, request.query);
      if (!verified.ok) return refuseFile(request, reply, verified.refusal);
      const admit = () => admission(files, readers, request, verified.link);
      const admitted = await admit();
      if (!admitted.ok) return refuseFile(request, reply, admitted.refusal);
      if (!contentType || !(await isThere(files.pathOf(key)))) return refuseFile(request, reply, "not_found");
      cutWhenRefused(reply, admit, clock);
      return reply
        .header("cache-control", "private, no-store")
        .header("cross-origin-resource-policy", "same-origin")
        .type(contentType)
        .sendFile(key);
    });
  });
}

/** May this request have this file now? A link that was passed on and one whose right has gone look alike. */
async function admission(
  files: PrivateFiles,
  { readerOf, ownerFor }: FileReaders,
  request: FastifyRequest,
  link: Link,
): Promise<Result<object, FileRefusal>> {
  const reader = await readerOf(request);
  if (!reader) return refuse("signed_out");
  if (reader.userId !== link.readerId) return refuse("link_invalid");
  const ownerId = await ownerFor(link, reader);
  if (ownerId === null) return refuse("link_expired");
  return (await files.isCut(link, ownerId)) ? refuse("link_expired") : ok({});
}

/** Ends the connection of a file that is still being sent when it may not be any more, or nobody can say. */
function cutWhenRefused(
  reply: FastifyReply,
  admit: () => Promise<Result<object, FileRefusal>>,
  clock: Clock,
): void {
  let stop = () => {};
  const look = async () => {
    const admitted = await admit().catch((error) => {
      reply.log.warn({ err: error }, "a file that is being sent could not be asked about");
      return null;
    });
    if (admitted?.ok) later();
    else reply.raw.destroy();
  };
  const later = () => {
    if (!reply.raw.closed) stop = clock.after(checkEveryMs, () => void look());
  };
  for (const end of ["close", "finish"]) reply.raw.once(end, () => stop());
  later();
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "#contract/endpoint.ts";
import type { Clock } from "#server/kit/clock.ts";
import { languageOf } from "#server/kit/http/language.ts";
import { problem } from "#server/kit/http/problem.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type PrivateFiles, privateFilesPath } from "./private-files.ts";
import type { Link } from "./private-links.ts";
import { type FileRefusal, refuseFile } from "./refuse-file.ts";
import { sendFile } from "./send-file.ts";
import { filesPath, type Storage } from "./storage.ts";

/** Serves the files. They never change, so a browser may keep them for a year without asking again. */
export async function storageRoutes(http: FastifyInstance, storage: Storage): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { "*": string } }>, reply: FastifyReply) => {
    const kept = () =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("cross-origin-resource-policy", "same-origin");
    const sent = await sendFile(request, reply, storage, request.params["*"], kept);
    if (sent) return reply;
    const language = languageOf(request.headers["accept-language"]);
    const { status, body } = problem({ language }, "file_not_found");
    return reply.status(status).header("cache-control", "no-store").send(body);
  };
  http.get(`${filesPath}/*`, { exposeHeadRoute: false }, answer);
  http.head(`${filesPath}/*`, answer);
}

/** The right to read private files, as the modules behind them know it now. */
export type FileAccess = {
  /** The user in whose live session a request is made; null without one. */
  readerOf(request: FastifyRequest): Promise<FileReader | null>;
  /** The owner of the file that a link names, if its reader may still see it; null otherwise. */
  ownerFor(link: Link, reader: FileReader): Promise<number | null>;
};
export type FileReader = { userId: number; role: Role };

/**
 * How often access is checked again while a file is being sent, and how long an answer is waited for: together less than the
 * 5 seconds after which a link that was revoked sends nothing more.
 */
const checkEveryMs = 2_000;
const checkMsMax = 2_000;

type Request = FastifyRequest<{ Params: { "*": string }; Querystring: Record<string, unknown> }>;

/**
 * Serves private files by their links, whole or in byte ranges (RFC 9110, section 14), only in their reader's own
 * live session. Session and access are checked at each request, and while a file is being sent; nothing is cached.
 */
export async function privateFileRoutes(
  http: FastifyInstance,
  files: PrivateFiles,
  readers: FileAccess,
  clock: Clock,
): Promise<void> {
  const answer = async (request: Request, reply: FastifyReply) => {
    const key = request.params["*"];
    const verified = files.verify(key, request.query);
    if (!verified.ok) return refuseFile(request, reply, verified.refusal);
    const admit = () => admission(files, readers, request, verified.link);
    const admitted = await admit();
    if (!admitted.ok) return refuseFile(request, reply, admitted.refusal);
    reply
      .header("cache-control", "private, no-store")
      .header("cross-origin-resource-policy", "same-origin")
      // A proxy that buffers would go on with what it holds (nginx, ngx_http_proxy_module).
      .header("x-accel-buffering", "no");
    const sent = await sendFile(request, reply, files, key, () => disconnectWhenRefused(reply, admit, clock));
    return sent ? reply : refuseFile(request, reply, "not_found");
  };
  http.get(`${privateFilesPath}/*`, { exposeHeadRoute: false }, answer);
  http.head(`${privateFilesPath}/*`, answer);
}

/** May this request have this file now? A link that was passed on and one whose access has ended are indistinguishable. */
async function admission(
  files: PrivateFiles,
  { readerOf, ownerFor }: FileAccess,
  request: FastifyRequest,
  link: Link,
): Promise<Result<object, FileRefusal>> {
  const reader = await readerOf(request);
  if (!reader) return refuse("signed_out");
  if (reader.userId !== link.readerId) return refuse("link_invalid");
  const ownerId = await ownerFor(link, reader);
  if (ownerId === null) return refuse("link_expired");
  return (await files.isRevoked(link, ownerId)) ? refuse("link_expired") : ok({});
}

/**
 * Ends the connection of a file in transfer when access has ended or cannot be checked in time. A reset: what the system
 * holds for a slow reader, megabytes perhaps, is thrown away, where an ordinary end would deliver it first.
 */
function disconnectWhenRefused(
  reply: FastifyReply,
  admit: () => Promise<Result<object, FileRefusal>>,
  clock: Clock,
): void {
  let stop = () => {};
  const disconnect = () => reply.raw.socket?.resetAndDestroy();
  const check = async () => {
    stop = clock.after(checkMsMax, disconnect);
    const admitted = await admit().catch((error) => {
      reply.log.warn({ err: error }, "access to a file in transfer could not be checked");
      return null;
    });
    stop();
    if (admitted?.ok) later();
    else disconnect();
  };
  const later = () => {
    if (!reply.raw.closed) stop = clock.after(checkEveryMs, () => void check());
  };
  for (const end of ["close", "finish"]) reply.raw.once(end, () => stop());
  later();
}

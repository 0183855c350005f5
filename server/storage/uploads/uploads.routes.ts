import { Readable } from "node:stream";
import { MemoryLocker, Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { uploadsProtocol } from "#contract/uploads.ts";
import type { Call } from "#server/kit/http/call.ts";
import { type Authenticate, callOf } from "#server/kit/http/mount.ts";
import { problem, waitProblem } from "#server/kit/http/problem.ts";
import { TusStore } from "./tus-store.ts";
import type { BeginRefusal, Uploads } from "./uploads.ts";

/** Where uploads live; an upload's own address has its id behind it. */
export const uploadsPath = uploadsProtocol.path;

export type UploadsRoutesNeeds = { uploads: Uploads; authenticate: Authenticate };

type Refused = { status: number; body: unknown; headers?: Record<string, string> };

/** When a person has too many uploads that no call has used: one of them ends within a day. */
const retrySeconds = 600;

/**
 * Resumable uploads by the tus protocol 1.0.0 with its extensions creation and termination (https://tus.io), for fans
 * and models; an upload is there for its owner alone. `Upload-Metadata` names `filetype` and `filename`. A form with a
 * large file (`onDisk`) then names the whole upload by its field `upload_id`.
 */
export function uploadsRoutes({ uploads, authenticate }: UploadsRoutesNeeds) {
  /** The errors that hooks and stores threw: the protocol's server would answer all of them with 500. */
  const failures = new WeakMap<object, unknown>();
  const callers = new WeakMap<object, Call>();
  const tus = new Server({
    path: uploadsPath,
    datastore: new TusStore(uploads),
    // This lock holds within the process. Between nodes the database adds a part only at the end of the upload.
    locker: new MemoryLocker(),
    relativeLocation: true,
    namingFunction: async (request, metadata) => begin(request, metadata),
    onResponseError(request, error) {
      if (!("status_code" in error)) failures.set(request, error);
      return undefined;
    },
  });

  /** The id is made with the upload itself, because the upload's owner is fixed from the beginning. */
  async function begin(request: { headers: Headers }, metadata: Record<string, string | null> = {}) {
    const call = callers.get(request);
    if (!call?.viewer) throw new Error("an upload begins with its owner");
    const begun = await uploads.begin({
      ownerId: call.viewer.userId,
      size: Number(request.headers.get("upload-length")),
      contentType: metadata.filetype ?? "",
      name: metadata.filename ?? "",
    });
    if (begun.ok) return begun.id;
    throw new RefusedUpload(beginProblem(call, begun.refusal));
  }

  async function answer(request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) {
    const call = await callOf(request, authenticate);
    const { id } = request.params;
    const refused = request.method === "OPTIONS" ? null : await admit(call, id);
    if (refused) return send(reply, refused);
    const passed = new Request(addressOf(id), {
      method: request.method,
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(request.method === "PATCH"
        ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: "half" }
        : {}),
    } as RequestInit);
    callers.set(passed, call);
    const response = await tus.handleWeb(passed);
    const failure = failures.get(passed);
    if (failure instanceof RefusedUpload) return send(reply, failure.answer);
    if (failure !== undefined) throw failure;
    for (const [name, value] of response.headers)
      if (!/^(access-control-|content-)/.test(name)) reply.header(name, value);
    if (response.status < 400)
      return reply.status(response.status).header("cache-control", "no-store").send();
    // An extension that we do not offer is asked for in vain, which is no failure of ours.
    const status = response.status === 501 ? 400 : response.status;
    return send(reply, { ...protocolProblem(call, status), status });
  }

  async function admit(call: Call, id: string | undefined): Promise<Refused | null> {
    if (!call.viewer) return problem(call, "unauthenticated");
    if (call.viewer.role === "admin") return problem(call, "forbidden");
    if (id !== undefined && !(await uploads.find(call.viewer.userId, id)))
      return problem(call, "unknown_upload");
    return null;
  }

  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const config = { bodyMayTakeLong: true };
    scope.route({ method: ["OPTIONS", "POST"], url: uploadsPath, config, handler: answer });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${uploadsPath}/:id`,
      config,
      handler: answer,
    });
  };
}

/**
 * The address from which the protocol's server takes an upload's id, the query included: so it is made of the id that
 * was admitted alone.
 */
const addressOf = (id: string | undefined) =>
  `http://uploads${uploadsPath}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

/** A refusal of ours on its way through the protocol's server. */
class RefusedUpload extends Error {
  readonly answer: Refused;

  constructor(answer: Refused) {
    super("an upload was refused");
    this.answer = answer;
  }
}

function beginProblem(call: Call, refusal: BeginRefusal): Refused {
  switch (refusal) {
    case "too_many":
      return waitProblem(call, "too_many_open_uploads", retrySeconds);
    case "too_large":
      return problem(call, "upload_too_large");
    case "wrong_type":
      return problem(call, "upload_type");
    case "empty":
      return problem(call, "upload_empty");
  }
}

/** A refusal of the protocol's server, in our words and under its own status. */
function protocolProblem(call: Call, status: number): Refused {
  if (status === 404 || status === 410) return problem(call, "unknown_upload");
  if (status === 409) return problem(call, "upload_moved_on");
  if (status === 413) return problem(call, "upload_too_large");
  return problem(call, "bad_request");
}

function send(reply: FastifyReply, { status, body, headers = {} }: Refused): FastifyReply {
  reply.status(status).headers(headers).header("cache-control", "no-store");
  if (status === 401) reply.header("www-authenticate", "Bearer");
  return reply.send(body);
}

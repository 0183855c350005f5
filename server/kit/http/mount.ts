import buildSerializer from "fast-json-stringify";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import type { Contract, Endpoint, EndpointKey } from "#contract/endpoint.ts";
import { shareReads } from "#server/kit/share-reads.ts";
import { asksForPage } from "./asks-for-page.ts";
import { type Call, type Handlers, readCookie, type Viewer } from "./call.ts";
import { compressOnce } from "./compress-once.ts";
import { type EarlierUploads, withUpload } from "./earlier-uploads.ts";
import { type Form, readForm, withForms } from "./forms.ts";
import { idempotencyKeyShape } from "./idempotency-key.ts";
import { fieldErrors } from "./issues.ts";
import { languageOf } from "./language.ts";
import { problem } from "./problem.ts";

export type Authenticate = (bearer: string) => Promise<Viewer | null>;

type AnyReply = { status: number; body: unknown; headers?: Record<string, string | string[]> };
type AnyHandler = (input: unknown, call: Call) => Promise<AnyReply> | AnyReply;

export type MountOptions = {
  /** The folder for large files of forms while they come in. */
  incoming?: string;
  /** Where large files are that came before their forms. */
  uploads?: EarlierUploads;
  /** Where the token stands, unless it is `Authorization: Bearer …`. */
  tokenOf?: TokenOf;
  /** The header, in lower case, in which a trusted proxy names the caller's country. */
  countryHeader?: string | null;
};

export type TokenOf = (request: FastifyRequest) => string | undefined;

/**
 * Serves every endpoint of `contract` by its handler: access checked from the token alone, input validated, answers
 * under 400 stripped to their declared shape. A contract key without a handler is a type error here and an
 * assertion at start.
 */
export function mountContract<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  authenticate: Authenticate,
  { incoming, uploads, tokenOf = bearerOf, countryHeader = null }: MountOptions = {},
): void {
  for (const key of Object.keys(contract) as (keyof C & EndpointKey)[]) {
    const handler = handlers[key] as unknown as AnyHandler | undefined;
    if (!handler) throw new Error(`no handler for ${key}`);
    const endpoint = contract[key] as Endpoint;
    const mounted = {
      key,
      endpoint,
      handler,
      authenticate,
      tokenOf,
      countryHeader,
      incoming: incoming ?? null,
      uploads: uploads ?? null,
    };
    const mount = (scope: FastifyInstance) => mountEndpoint(scope, mounted);
    if (endpoint.files) withForms(app, mount);
    else mount(app);
  }
}

type MountedEndpoint = {
  key: EndpointKey;
  endpoint: Endpoint;
  handler: AnyHandler;
  authenticate: Authenticate;
  tokenOf: TokenOf;
  countryHeader: string | null;
  incoming: string | null;
  uploads: EarlierUploads | null;
};

function mountEndpoint(app: FastifyInstance, mounted: MountedEndpoint): void {
  const { key, endpoint, authenticate, tokenOf } = mounted;
  const share = shareReads<AnyReply>();
  const takesLargeFiles = Object.values(endpoint.files ?? {}).some((part) => part.onDisk);
  const [method = "GET", path = "/"] = key.split(" ");
  app.route({
    method: method as HTTPMethods,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    ...strippedAnswers(endpoint),
    exposeHeadRoute: method === "GET" && !endpoint.getChanges,
    config: { endpoint: key, bodyMayTakeLong: takesLargeFiles },
    handler: async (request, reply) => {
      const call = await callOf(request, authenticate, tokenOf, mounted.countryHeader);
      // A client that disconnected assumes failure, and nobody would receive the answer.
      if (reply.raw.destroyed) return reply.status(408).send();
      const isShared = endpoint.guestsShare === true && call.viewer === null;
      if (isShared) {
        const read = () => respond(mounted, request, call);
        const answer = await share(`${call.language} ${request.url}`, read);
        return sendShared(reply, answer, endpoint, request.headers["accept-encoding"]);
      }
      const answer = admit(endpoint, call) ?? (await respond(mounted, request, call));
      return send(reply, answer);
    },
  });
}

async function respond(mounted: MountedEndpoint, request: FastifyRequest, call: Call): Promise<AnyReply> {
  const { endpoint, handler } = mounted;
  const params = endpoint.params?.safeParse(request.params, { reportInput: true });
  if (params && !params.success) return problem(call, "not_found");
  const query = endpoint.query?.safeParse(request.query, { reportInput: true });
  const form = endpoint.files ? await takeForm(mounted, endpoint.files, request, call) : null;
  try {
    if (form?.errors) return problem(call, "invalid", { errors: form.errors });
    const body = endpoint.body?.safeParse(form ? form.fields : bodyOf(request), { reportInput: true });
    const failed = [query, body].find((part) => part && !part.success);
    if (failed?.error) return problem(call, "invalid", { errors: fieldErrors(failed.error, call.language) });
    if (endpoint.idempotent && !validIdempotencyKey(call.idempotencyKey))
      return problem(call, "idempotency_key");
    const input = { params: params?.data, query: query?.data, body: body?.data, files: form?.files };
    if (!form?.upload) return await handler(input, call);
    if (!mounted.uploads) throw new Error("no place of earlier uploads");
    return await withUpload(mounted.uploads, { ...form.upload, ...endpoint }, call, (file) =>
      handler({ ...input, files: { ...form.files, ...file } }, call),
    );
  } finally {
    await form?.close();
  }
}

/** No body at all is one without fields; `null` is something that somebody sent. */
const bodyOf = ({ body }: FastifyRequest) => (body === undefined ? {} : body);

async function takeForm(
  { incoming }: MountedEndpoint,
  parts: NonNullable<Endpoint["files"]>,
  request: FastifyRequest,
  { language }: Call,
): Promise<Form> {
  if (incoming === null && Object.values(parts).some((part) => part.onDisk))
    throw new Error("no folder for large files");
  const form = await readForm(request, { parts, incoming: incoming ?? "", language });
  // Handling the form may take long, without any traffic on the connection.
  if (request.routeOptions.config.bodyMayTakeLong) request.raw.socket.setTimeout(0);
  return form;
}

function admit(endpoint: Endpoint, call: Call): AnyReply | null {
  if (endpoint.access === "public") return null;
  if (!call.viewer) return problem(call, "unauthenticated");
  if (!endpoint.access.includes(call.viewer.role)) return problem(call, "forbidden");
  // The own account stays open: there the second factor is turned on.
  const isStaffs = endpoint.access.every((role) => role === "admin");
  return isStaffs && call.viewer.secondFactorNeeded ? problem(call, "second_factor_needed") : null;
}

/** The token of `Authorization: Bearer …`. */
export const bearerOf: TokenOf = ({ headers }) =>
  /^Bearer ([\w.~+/-]+=*)$/.exec(headers.authorization ?? "")?.[1];

/** Reads who calls, from where and in which language. */
export async function callOf(
  request: FastifyRequest,
  authenticate: Authenticate,
  tokenOf: TokenOf = bearerOf,
  countryHeader: string | null = null,
): Promise<Call> {
  const token = tokenOf(request);
  const viewer = token ? await authenticate(token) : null;
  return {
    viewer,
    language: languageOf(request.headers["accept-language"], viewer?.language),
    origin: `${request.protocol}://${request.host}`,
    address: request.ip,
    country: countryOf(countryHeader === null ? undefined : request.headers[countryHeader]),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    wantsPage: asksForPage(request),
    cookie: (name) => readCookie(request.headers.cookie, name),
    requestId: request.id,
    idempotencyKey: (request.headers["idempotency-key"] as string | undefined) ?? null,
    log: request.log,
  };
}

/** "XX" and "T1" are what proxies send when they do not know. */
function countryOf(named: string | string[] | undefined): string | null {
  const country = typeof named === "string" ? named.toUpperCase() : "";
  return /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}

const validIdempotencyKey = (key: string | null) => key === null || idempotencyKeyShape.test(key);

function send(reply: FastifyReply, answer: AnyReply): FastifyReply {
  reply.status(answer.status).header("cache-control", "no-store");
  if (answer.headers) reply.headers(answer.headers);
  if (answer.status === 401) reply.header("www-authenticate", "Bearer");
  return answer.body === undefined ? reply.send() : reply.send(answer.body);
}

/** The JSON of an answer that guests share: written, and compressed, once for all of them. */
const written = new WeakMap<AnyReply, Buffer>();

async function sendShared(
  reply: FastifyReply,
  answer: AnyReply,
  { responses }: Endpoint,
  acceptEncoding: string | undefined,
): Promise<FastifyReply> {
  const schema = responses[answer.status];
  if (answer.status !== 200 || !schema) return send(reply, answer);
  const json = written.get(answer) ?? Buffer.from(serializerOf(schema)(answer.body));
  written.set(answer, json);
  const { body, encoding } = await compressOnce(json, acceptEncoding);
  if (encoding) reply.header("content-encoding", encoding);
  reply.header("vary", "Authorization, Accept-Encoding").type("application/json; charset=utf-8");
  return send(reply, { ...answer, body });
}

/** Writes an answer as JSON, stripped to its declared shape. */
type Serialize = (value: unknown) => string;

const serializers = new WeakMap<z.ZodType, Serialize>();

/**
 * The writer of answers of this shape, compiled once: that takes a millisecond or more, endpoints share their
 * refusals, and few processes give every answer there is.
 */
export function serializerOf(answer: z.ZodType): Serialize {
  const known = serializers.get(answer);
  if (known) return known;
  const schema = z.toJSONSchema(answer, {
    target: "draft-7",
    io: "output",
    // Patterns are for what comes in, and need the flag `u` with which the serializer does not read them.
    override({ jsonSchema }) {
      delete jsonSchema.pattern;
    },
  });
  const made = buildSerializer(schema as Parameters<typeof buildSerializer>[0]);
  serializers.set(answer, made);
  return made;
}

/**
 * The part of a Fastify route that strips its answers, each compiled when it is first given. Files, plain-text and
 * empty answers have no schema.
 */
export function strippedAnswers({ responses }: Pick<Endpoint, "responses">) {
  const answers = Object.entries(responses).filter(
    ([, answer]) =>
      !(answer instanceof z.ZodUndefined || answer instanceof z.ZodString || answer instanceof z.ZodCustom),
  );
  return {
    // Fastify asks for what writes each status that stands here; the shapes themselves are the contract's.
    schema: { response: Object.fromEntries(answers.map(([status]) => [status, {}])) },
    serializerCompiler({ httpStatus = "" }: { httpStatus?: string }): Serialize {
      const answer = responses[Number(httpStatus)];
      if (!answer) throw new Error(`no answer with the status ${httpStatus} is declared`);
      return (value) => serializerOf(answer)(value);
    },
  };
}

import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger as PinoLogger } from "pino";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import {
  type AdmissionNeeds,
  admitByPressure,
  answerOverload,
  type Priority,
} from "#server/kit/http/admission.ts";
import { isPassedOn } from "#server/kit/nodes/node-server.ts";
import { Outage } from "../outage.ts";
import { allowedMethods, rememberRoutes } from "./allowed-methods.ts";
import { asksForPage } from "./asks-for-page.ts";
import {
  boundClosing,
  boundConnections,
  limitBodyTime,
  type Patience,
  slowClientOptions,
} from "./connections.ts";
import { isDiskAway } from "./disk-away.ts";
import { languageOf } from "./language.ts";
import { addressBlock, type Limits, memoryLimits } from "./limits.ts";
import { pathOf } from "./path-of.ts";
import { problem } from "./problem.ts";
import type { RefusalKey } from "./refusals.ts";
import { sharePort, type TakeOther } from "./share-port.ts";
import { answerUpgrades, asksForSocket } from "./upgrades.ts";

/** A database that was killed is back within ten seconds, mostly within one. */
const outageRetrySeconds = 2;

export type HttpServerOptions = {
  log: PinoLogger;
  /** How many proxies stand in front: the address is the one that the outermost of them saw. */
  trustProxy: number;
  /** `Strict-Transport-Security` of every answer (RFC 6797); absent: none, as without TLS. */
  hsts?: string | null;
  /** Pages come from source, by scripts that no policy knows beforehand. */
  develop?: boolean;
  /** Counts the calls of addresses; in this process unless given. */
  limits?: Limits;
  /** Calls a minute from one address block. */
  callsPerMinute?: number;
  /** How long the head of a request may take to arrive. */
  headersSeconds?: number;
  /** How long an orderly end waits. */
  closing?: Patience;
  /** How long a body may take to arrive. */
  bodySeconds?: number;
  /** Refuses requests while the process is late; absent: all are let in. */
  admission?: AdmissionNeeds;
  /** The most connections that one address may hold at once; see {@link boundConnections}. */
  connectionsPerAddress?: number;
  /** Takes the connections for media that come to this port; absent: there are none. */
  takeMedia?: TakeOther | undefined;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route reads large files: their bodies may take hours, as long as something arrives now and then. */
    bodyMayTakeLong?: boolean;
    /** When this route is refused under load, where that does not stand in the list of the whole product. */
    priority?: Priority;
  }
}

/** A Fastify server with our manners: request ids, security headers, limits and answers for what fails. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: 256 * 1024,
    http: { ...slowClientOptions(options.headersSeconds), shouldUpgradeCallback: asksForSocket },
    // Our own, because some bodies may take longer: see limitBodyTime.
    requestTimeout: 0,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerUnreadable,
    // Malformed URLs reach no route, and so no hook.
    frameworkErrors: (error, request, reply) => {
      securityHeaders(request, reply, options);
      return error.code === "FST_ERR_BAD_URL" && asksForPage(request)
        ? reply.redirect(escapedAddress(request.url))
        : answerError(error, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    return503OnClosing: true,
    // Without limit: a start on a slow machine takes what it takes, and giving it up would only begin it again.
    pluginTimeout: 0,
  }) as unknown as FastifyInstance;
  if (options.takeMedia) sharePort(app.server, options.takeMedia);
  // The API takes JSON alone; a route that takes something else declares it.
  app.removeContentTypeParser("text/plain");
  takeEmptyJson(app);
  rememberRoutes(app);
  const { trustProxy, connectionsPerAddress = 256 } = options;
  boundConnections(app, { max: connectionsPerAddress, trustProxy, refuse: tooManyAtOnce });
  boundClosing(app, options.closing);
  answerUpgrades(app.server);
  if (options.admission) admitByPressure(app, options.admission);
  app.addHook("onRequest", limitBodyTime(options.bodySeconds ?? 30));
  app.addHook("onRequest", limitCalls(options));
  app.addHook("onRequest", async (request, reply) =>
    request.is404 ? answerNotFound(request, reply) : undefined,
  );
  app.addHook("onSend", async (request, reply) => securityHeaders(request, reply, options));
  app.addHook("onResponse", async (request, reply) => logAnswer(request, reply));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  return app;
}

/** Many clients name JSON with every call, also where they send no body: that is a call without one. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parse(request, body, done),
  );
}

/** The address with a path that can be read, so that a page shows that nothing is there. */
function escapedAddress(url: string): string {
  const [path = "", ...query] = url.split("?");
  // Nothing of it may name another host.
  const own = path.replace(/^(https?:\/\/[^/]*)?\/*/i, "/");
  return [own.replaceAll("%", "%25"), ...query].join("?");
}

const limited = /^\/((api|auth|service|whip|whep|livekit)\/|chat\/[^/]+\/message\/?$)/;

/** By the route that is found, however its path is written; by the path where there is none, or one for every path. */
const isLimited = ({ routeOptions, url }: FastifyRequest) =>
  limited.test(routeOptions.url ?? "") || limited.test(pathOf(url));

function limitCalls({ limits = memoryLimits(), callsPerMinute = 900 }: HttpServerOptions) {
  const limit = limits.create("calls", callsPerMinute, 60);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLimited(request) || isPassedOn(request.raw)) return;
    const retryAfter = await limit.take(addressBlock(request.ip));
    if (retryAfter !== null) return tooMany(request, reply, retryAfter);
  };
}

function tooMany(request: FastifyRequest, reply: FastifyReply, retryAfter: number): FastifyReply {
  reply.header("retry-after", retryAfter);
  return reply.status(429).send({ ...refusal(request, "too_many_requests"), retry_after: retryAfter });
}

const tooManyAtOnce = (request: FastifyRequest, reply: FastifyReply) => tooMany(request, reply, 1);

function securityHeaders(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  reply.header("referrer-policy", "same-origin");
  reply.header("cross-origin-opener-policy", "same-origin");
  reply.header("permissions-policy", "camera=(self), microphone=(self), geolocation=(), payment=(self)");
  if (options.hsts) reply.header("strict-transport-security", options.hsts);
  if (options.develop || reply.hasHeader("content-security-policy")) return;
  reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'self'");
}

/** A path as it may be logged: without its query, and without the token that some paths end with. */
function withoutTokens(url: string): string {
  return pathOf(url).replace(/^(\/(?:promo-stream|fan\/promostream|stop-notices)\/).+/i, "$1…");
}

/** One line a request, without its query: addresses may carry tokens. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    requestId: request.id,
    method: request.method,
    path: withoutTokens(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  // A refusal with a time to come back is no failure, and under load there are many.
  const isRefusal = reply.statusCode === 503 && reply.hasHeader("retry-after");
  if (reply.statusCode >= 500 && !isRefusal) request.log.error(line, "request failed");
  else request.log.debug(line, "request");
}

/** Before a body is read: what it is does not matter here. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = allowedMethods(request.server, request.url);
  if (allowed.length === 0 || allowed.includes(request.method))
    return reply.status(404).send(refusal(request, "not_found"));
  return refuseMethodWith(request, reply, allowed);
}

/** Refuses the method of a request at an address that takes the `allowed` ones. */
export function refuseMethodWith(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  reply.header("allow", allowed.join(", "));
  return reply.status(405).send(refusal(request, "method_not_allowed"));
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = answerOverload(error, request, reply);
  if (refused) return refused;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return reply.status(413).send(refusal(request, "body_too_large"));
  if (status === 415) return reply.status(415).send(refusal(request, "unsupported_media_type"));
  if (status === 414) return reply.status(414).send(refusal(request, "address_too_long"));
  // Any other error of a request: no caller distinguishes its kinds.
  if (status >= 400 && status < 500) return reply.status(400).send(refusal(request, "bad_request"));
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ error: error.message, requestId: request.id }, "no answer without the database");
    reply.header("retry-after", outageRetrySeconds);
    return reply.status(503).send(failure(request, "unavailable"));
  }
  if (error instanceof Outage) {
    request.log.warn({ error: error.message, requestId: request.id }, "no answer during an outage");
    reply.header("retry-after", error.retrySeconds).header("cache-control", "no-store");
    return reply.status(503).send(failure(request, error.refusal));
  }
  if (isDiskAway(error)) {
    request.log.warn({ error: error.message, requestId: request.id }, "no answer without the disk");
    reply.header("retry-after", outageRetrySeconds).header("cache-control", "no-store");
    return reply.status(503).send(failure(request, "files_away"));
  }
  const sqlState = uncheckedInput(error);
  request.log.error(
    { err: error, requestId: request.id, ...(sqlState ? { sqlState } : {}) },
    sqlState ? "input that nothing checked reached the database" : "bug",
  );
  return reply.status(500).send(failure(request, "failed"));
}

/**
 * The SQLSTATE of a value that PostgreSQL cannot hold (class 22): the contract let through what no column takes. That is
 * a bug of ours and stays a 500, so that no test passes over it.
 */
function uncheckedInput(error: unknown): string | null {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === "string" && typeof severity === "string" && code.startsWith("22") ? code : null;
}

function refusal(request: FastifyRequest, key: RefusalKey) {
  return problem({ language: languageOf(request.headers["accept-language"]) }, key).body;
}

/** The refusal with the id under which the log has more. */
const failure = (request: FastifyRequest, key: RefusalKey) => ({
  ...refusal(request, key),
  request_id: request.id,
});

const answers = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: [431, "headers_too_large", "The headers of the request are too large."],
} as const;
const unreadable = [400, "bad_request", "The request could not be read."] as const;

/**
 * A request that Node cannot read as HTTP never becomes one: it is refused on the bare connection, in the shape of
 * every refusal, and the connection is closed.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, code, message] = answers[error.code as keyof typeof answers] ?? unreadable;
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${body.length}`,
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger as PinoLogger } from "pino";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { languageOf } from "./language.ts";
import { addressBlock, createLimit } from "./limits.ts";
import { defineTexts, problem } from "./texts.ts";

const texts = defineTexts({
  not_found: { en: "Not found.", es: "No encontrado." },
  too_many: {
    en: "Too many requests. Please wait a moment.",
    es: "Demasiadas peticiones. Espera un momento.",
  },
  too_large: { en: "That is too large.", es: "Es demasiado grande." },
  bad_request: { en: "The request could not be read.", es: "No se pudo leer la petición." },
  unsupported_media_type: {
    en: "This content type is not supported.",
    es: "Este tipo de contenido no se admite.",
  },
  unavailable: {
    en: "The service is briefly unavailable. Please try again in a moment.",
    es: "El servicio no está disponible por un momento. Inténtalo de nuevo enseguida.",
  },
  failed: {
    en: "Something went wrong on our side. Please try again.",
    es: "Algo falló de nuestro lado. Inténtalo de nuevo.",
  },
});

/** A database that was killed is back within ten seconds, mostly within one. */
const outageRetrySeconds = 2;

export type HttpServerOptions = {
  log: PinoLogger;
  /** How many proxies stand in front: the address is the one that the outermost of them saw. */
  trustProxy: number;
  /** Sends HSTS: only behind TLS. */
  secure: boolean;
  /** Pages come from source, by scripts that no policy knows beforehand. */
  develop?: boolean;
  /** Calls a minute from one address block. */
  callsPerMinute?: number;
  /** How long a body may take to arrive. */
  bodySeconds?: number;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route reads large files: their bodies may take hours, as long as something arrives now and then. */
    bodyMayTakeLong?: boolean;
  }
}

/** A Fastify server with our manners: request ids, security headers, limits and answers for what fails. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: 256 * 1024,
    // Our own, because some bodies may take longer: see limitBodyTime.
    requestTimeout: 0,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  rememberRoutes(app);
  app.addHook("onRequest", limitBodyTime(options.bodySeconds ?? 30));
  app.addHook("onRequest", limitCalls(options.callsPerMinute ?? 900));
  app.addHook("onSend", async (request, reply) => securityHeaders(request, reply, options));
  app.addHook("onResponse", async (request, reply) => logAnswer(request, reply));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => reply.status(404).send(refusal(request, 404, "not_found")));
  return app;
}

const routesOf = new WeakMap<FastifyInstance, string[]>();

/** Every route that a server of {@link createHttpServer} has, as `METHOD /path`, in the order they were mounted. */
export function servedRoutes(app: FastifyInstance): readonly string[] {
  return routesOf.get(app) ?? [];
}

function rememberRoutes(app: FastifyInstance): void {
  const routes: string[] = [];
  routesOf.set(app, routes);
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) routes.push(`${name} ${url}`);
  });
}

const longBody = { seconds: 6 * 3600, silenceSeconds: 60 };

/** Ends the connection of whoever lets a body drip in. */
function limitBodyTime(bodySeconds: number) {
  return async ({ raw, routeOptions }: FastifyRequest) => {
    if (!("content-length" in raw.headers || "transfer-encoding" in raw.headers)) return;
    const long = routeOptions.config?.bodyMayTakeLong === true;
    if (long) raw.socket.setTimeout(longBody.silenceSeconds * 1000);
    const timer = setTimeout(
      () => {
        if (!raw.complete) raw.socket.destroy();
      },
      (long ? longBody.seconds : bodySeconds) * 1000,
    ).unref();
    raw.once("close", () => clearTimeout(timer));
  };
}

function limitCalls(callsPerMinute: number) {
  const limit = createLimit(callsPerMinute, 60);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!/^\/(api|auth|service|whip|whep)\//.test(request.url)) return;
    const retryAfter = await limit.take(addressBlock(request.ip));
    if (retryAfter === null) return;
    reply.header("retry-after", retryAfter);
    return reply.status(429).send({ ...refusal(request, 429, "too_many"), retry_after: retryAfter });
  };
}

function securityHeaders(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  reply.header("referrer-policy", "same-origin");
  reply.header("cross-origin-opener-policy", "same-origin");
  reply.header("permissions-policy", "camera=(self), microphone=(self), geolocation=(), payment=(self)");
  if (options.secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (options.develop || reply.hasHeader("content-security-policy")) return;
  reply.header("content-security-policy", "default-src 'none'; frame-ancestors 'self'");
}

/** A path as it may be logged: without its query, and without the token that some paths end with. */
function withoutTokens(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.replace(/^(\/(?:promo-stream|fan\/promostream)\/).+/i, "$1…");
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
  if (reply.statusCode >= 500) request.log.error(line, "request failed");
  else request.log.debug(line, "request");
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return reply.status(413).send(refusal(request, 413, "too_large"));
  if (status === 415) return reply.status(415).send(refusal(request, 415, "unsupported_media_type"));
  if (status >= 400 && status < 500)
    return reply.status(status).send(refusal(request, status, "bad_request"));
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ error: error.message, requestId: request.id }, "no answer without the database");
    reply.header("retry-after", outageRetrySeconds);
    return reply.status(503).send(refusal(request, 503, "unavailable"));
  }
  request.log.error({ err: error, requestId: request.id }, "bug");
  return reply.status(500).send({ ...refusal(request, 500, "failed"), request_id: request.id });
}

function refusal(request: FastifyRequest, status: number, code: keyof typeof texts) {
  return problem({ language: languageOf(request.headers["accept-language"]) }, status, texts, code).body;
}

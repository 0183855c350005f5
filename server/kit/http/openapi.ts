import { z } from "zod";
import { problem, tooMany } from "#contract/common.ts";
import { type Contract, type Endpoint, roles } from "#contract/endpoint.ts";
import { siteName } from "#contract/site-name.ts";
import { uploadsProtocol } from "#contract/uploads.ts";
import { idempotencyKeyShape } from "./idempotency-key.ts";

type Io = "input" | "output";
type JsonSchema = Record<string, unknown>;

/** JSON Schema (2020-12, the dialect of OpenAPI 3.1) of what is sent or answered. */
function schemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const described: JsonSchema = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // A wrong value in such a field counts as none, so that anything is taken.
      if (zodSchema._zod.def.type === "catch")
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword as keyof typeof jsonSchema];
    },
  });
  // The document names the dialect once, by its own version.
  delete described.$schema;
  return described;
}

const contentOf = (type: string, schema: JsonSchema) => ({ [type]: { schema } });
const json = (schema: z.ZodType, io: Io) => contentOf("application/json", schemaOf(schema, io));

/** A form with files: text fields as the body's schema has them, files as binary strings. */
function formOf({ body = z.object({}), files = {} }: Endpoint): JsonSchema {
  const text = schemaOf(body, "input") as { properties?: object; required?: string[] };
  const binary = Object.entries(files).map(([name, { accept, bytesMax }]) => [
    name,
    { type: "string", format: "binary", description: `${accept.join(", ")}, at most ${bytesMax} bytes` },
  ]);
  const needed = Object.entries(files).filter(([, part]) => !part.optional);
  return {
    type: "object",
    properties: { ...text.properties, ...Object.fromEntries(binary) },
    required: [...(text.required ?? []), ...needed.map(([name]) => name)],
  };
}

function requestBody(endpoint: Endpoint) {
  const { body, files, form } = endpoint;
  if (!body && !files) return {};
  const needsFile = Object.values(files ?? {}).some((part) => !part.optional);
  const content = {
    ...(body && !form && !needsFile ? json(body, "input") : {}),
    ...(body && form ? contentOf("application/x-www-form-urlencoded", schemaOf(body, "input")) : {}),
    ...(files ? contentOf("multipart/form-data", formOf(endpoint)) : {}),
  };
  const required = needsFile || (body !== undefined && !body.safeParse({}).success);
  return { requestBody: { required, content } };
}

const parameters = (location: "path" | "query", schema: z.ZodObject | undefined) =>
  Object.entries(schema?.shape ?? {}).map(([name, shape]) => ({
    name,
    in: location,
    required: location === "path" || !(shape as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(shape as z.ZodType, "input"),
  }));

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Minted once per intent, kept for at least 24 hours. A command that was carried out (2xx; a declined payment too) has used its key: the same key and body get the same answer and move nothing again, another body gets 409. A command that was refused (4xx) has moved nothing and leaves its key free: after a 402 and a purchase of tokens, or after the wait of a 429, send the same key again. After a 5xx or no answer, send the same key and body again, never a new key: the first try may have been carried out.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: idempotencyKeyShape.source },
};

const reasons: Record<number, string> = {
  200: "OK",
  201: "Created",
  204: "Done",
  302: "Leads to another site",
  303: "Leads to a page",
  400: "The request cannot be read",
  401: "Not logged in",
  402: "Too few tokens",
  403: "Not allowed",
  404: "Not found",
  405: "The address does not take this method",
  409: "Conflict with the current state",
  413: "The body is too large",
  414: "The address is too long",
  415: "The content type is not taken",
  422: "Invalid input",
  429: "Too many requests",
  503: "Out of order or too busy for a moment",
};

const header = (description: string, schema: JsonSchema) => ({ description, schema });
const retryAfter = { "Retry-After": header("Seconds to wait", { type: "integer", minimum: 0 }) };
const location = { Location: header("Where it leads", { type: "string" }) };
const headersOf: Record<number, Record<string, object>> = {
  302: location,
  303: location,
  401: { "WWW-Authenticate": header("The scheme", { type: "string" }) },
  405: { Allow: header("The methods that the address takes", { type: "string" }) },
  429: retryAfter,
  503: retryAfter,
};

/** A text or a file declares its media type; everything else is JSON. */
function contentOfAnswer(schema: z.ZodType) {
  const type = z.globalRegistry.get(schema)?.contentMediaType;
  return typeof type === "string" ? contentOf(type, schemaOf(schema, "output")) : json(schema, "output");
}

function responseOf(status: number, schema: z.ZodType, { form }: Pick<Endpoint, "form"> = {}) {
  const headers = headersOf[status] ? { headers: headersOf[status] } : {};
  const described = { description: reasons[status] ?? "Answer", ...headers };
  if (schema instanceof z.ZodUndefined) return described;
  const page = form ? contentOf("text/html", { type: "string" }) : {};
  return { ...described, content: { ...contentOfAnswer(schema), ...page } };
}

/**
 * The refusals that stand between a caller and an endpoint's own answers, by the endpoint's declarations. `mount.ts`
 * and `server.ts` give these statuses.
 */
function guardsOf(method: string, { access, params, query, body, files, idempotent }: Endpoint): number[] {
  const isClosed = access !== "public";
  const isForStaff = isClosed && access.every((role) => role === "admin");
  return [
    // Unreadable, a method of no use here, too many calls, no capacity: whatever is called.
    ...[400, 405, 429, 503],
    ...(method === "GET" ? [] : [413, 415]),
    ...(isClosed ? [401] : []),
    ...(isClosed && (isForStaff || access.length < roles.length) ? [403] : []),
    ...(params ? [404, 414] : []),
    ...(query || body || files || idempotent ? [422] : []),
  ];
}

function responsesOf(method: string, endpoint: Endpoint) {
  const guards = guardsOf(method, endpoint).map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]);
  const own = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    responseOf(Number(status), schema, endpoint),
  ]);
  return Object.fromEntries([...guards, ...own]) as Record<string, object>;
}

/** Each role that is admitted; authentication is optional for public calls. */
function securityOf({ access, photos }: Endpoint) {
  const scheme = photos ? "accessToken" : "bearer";
  return access === "public" ? [{}, { [scheme]: [] }] : access.map((role) => ({ [scheme]: [role] }));
}

function operation(key: string, endpoint: Endpoint, photosOrigin: string) {
  const [method = "GET"] = key.split(" ");
  return {
    summary: endpoint.summary,
    operationId: key.replaceAll(/[^\w]+/g, "_"),
    tags: [key.split("/")[2] ?? "api"],
    ...(endpoint.photos ? { servers: [{ url: photosOrigin, description: "photos" }] } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...(endpoint.idempotent ? [idempotencyHeader] : []),
    ],
    ...requestBody(endpoint),
    responses: responsesOf(method, endpoint),
  };
}

const components = {
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    accessToken: { type: "apiKey", in: "header", name: "access-token" },
  },
  responses: Object.fromEntries(
    [400, 401, 403, 404, 405, 413, 414, 415, 422, 429, 503].map((status) => [
      status,
      responseOf(status, status === 429 ? tooMany : problem),
    ]),
  ),
};

type Paths = Record<string, Record<string, unknown>>;

function pathsOf(contract: Contract, photosOrigin: string): Paths {
  const paths: Paths = {};
  for (const [key, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const [method = "GET", path = "/"] = key.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint, photosOrigin) };
  }
  return paths;
}

/**
 * The OpenAPI 3.1 document of a contract. `servers` names the main origin and the photos origin. Its paths are
 * described when they are first read: that takes a quarter of a second, and few processes are ever asked.
 */
export function openApiOf(contract: Contract, servers: { origin: string; photosOrigin: string }): object {
  let paths: Paths | null = null;
  return {
    openapi: "3.1.0",
    info: {
      title: siteName(),
      version: "1",
      description:
        "Live rooms, tokens, tips and the studio. Calls that move tokens or money take an `Idempotency-Key`; what a key may be used for again stands at that header. A 429 says in `retry_after` in how many seconds to try again, where that is known. Large files may come in parts ahead of their forms, by the tus protocol at `/api/uploads`: see `x-tus`.",
    },
    servers: [
      { url: servers.origin, description: "application" },
      { url: servers.photosOrigin, description: "photos" },
    ],
    components,
    get paths() {
      paths ??= pathsOf(contract, servers.photosOrigin);
      return paths;
    },
    "x-tus": uploadsProtocol,
  };
}

import { z } from "zod";
import type { Contract, Endpoint } from "#contract/endpoint.ts";

const json = (schema: z.ZodType, io: "input" | "output") => ({
  content: {
    "application/json": {
      schema: z.toJSONSchema(schema, { io, target: "openapi-3.0", unrepresentable: "any" }),
    },
  },
});

/** A form with files: text fields as the body's schema has them, files as binary strings. */
function multipart({ body, files = {} }: Endpoint) {
  const text = z.toJSONSchema(body ?? z.object({}), {
    io: "input",
    target: "openapi-3.0",
    unrepresentable: "any",
  });
  const binary = Object.entries(files).map(([name, { accept, bytesMax }]) => [
    name,
    { type: "string", format: "binary", description: `${accept.join(", ")}, at most ${bytesMax} bytes` },
  ]);
  const schema = {
    type: "object",
    properties: { ...text.properties, ...Object.fromEntries(binary) },
    required: [...(text.required ?? []), ...Object.keys(files)],
  };
  return { content: { "multipart/form-data": { schema } } };
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.files) return { requestBody: { required: true, ...multipart(endpoint) } };
  return endpoint.body ? { requestBody: { required: true, ...json(endpoint.body, "input") } } : {};
}

const parameters = (place: "path" | "query", schema: z.ZodObject | undefined) =>
  Object.entries(schema?.shape ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || !(shape as z.ZodType).safeParse(undefined).success,
    schema: z.toJSONSchema(shape as z.ZodType, {
      io: "input",
      target: "openapi-3.0",
      unrepresentable: "any",
    }),
  }));

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Minted once per intent, kept for at least 24 hours. A command that was carried out (2xx; a declined payment too) has used its key: the same key and body get the same answer and move nothing again, another body gets 409. A command that was refused (4xx) has moved nothing and leaves its key free: after a 402 and a purchase of tokens, or after the wait of a 429, send the same key again. After a 5xx or no answer, send the same key and body again, never a new key: the first try may have been carried out.",
  schema: { type: "string", minLength: 8, maxLength: 128 },
};

const reasons: Record<number, string> = {
  200: "OK",
  201: "Created",
  204: "Done",
  401: "Not logged in",
  402: "Too few tokens",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict with the current state",
  422: "Invalid input",
  429: "Too many requests",
};

function responseOf(status: string, schema: z.ZodType) {
  const description = reasons[Number(status)] ?? "Answer";
  if (schema instanceof z.ZodUndefined) return { description };
  if (schema instanceof z.ZodString)
    return { description, content: { "text/csv": { schema: { type: "string" } } } };
  if (schema instanceof z.ZodCustom)
    return { description, content: { "application/zip": { schema: { type: "string", format: "binary" } } } };
  return { description, ...json(schema, "output") };
}

function operation(path: string, endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    operationId: path.replaceAll(/[^\w]+/g, "_"),
    tags: [path.split("/")[2] ?? "api"],
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...(endpoint.idempotent ? [idempotencyHeader] : []),
    ],
    ...requestBody(endpoint),
    responses: Object.fromEntries(
      Object.entries(endpoint.responses).map(([status, schema]) => [status, responseOf(status, schema)]),
    ),
  };
}

/** The OpenAPI 3.1 document of a contract. `servers` names the main origin and the photos origin. */
export function openApiOf(contract: Contract, servers: { origin: string; photosOrigin: string }): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const [method = "GET", path = "/"] = key.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Fanlight",
      version: "1",
      description:
        "Live rooms, tokens, tips and the studio. Calls that move tokens or money take an `Idempotency-Key`; what a key may be used for again stands at that header. A 429 says in `retry_after` in how many seconds to try again, where that is known.",
    },
    servers: [
      { url: servers.origin, description: "application" },
      { url: servers.photosOrigin, description: "photos" },
    ],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    paths,
  };
}

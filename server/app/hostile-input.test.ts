import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type AppEndpoint, contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Person } from "#testing/app/test-app.ts";
import { deeperAsks } from "#testing/input/deeper-asks.ts";
import {
  hostileAddressParts,
  hostileFormTexts,
  hostileJson,
  unstorableAddressParts,
  unstorableFormTexts,
  unstorableJson,
} from "#testing/input/hostile-values.ts";
import {
  fieldsOf,
  isJudged,
  jsonWith,
  type Operation,
  operationsOf,
  type Schema,
  sampleOf,
} from "#testing/input/operations.ts";
import { sendRaw } from "#testing/input/raw-request.ts";
import { wholeApp } from "#testing/input/whole-app.ts";
import { ownAddress } from "#testing/roles/ask-as.ts";
import { type Cast, castOf } from "#testing/roles/cast.ts";
import type { Ask } from "#testing/roles/line.ts";
import { matrix } from "#testing/roles/matrix.ts";

const house = wholeApp();
const keys = Object.keys(contract) as AppEndpoint[];
let operations: Map<string, Operation>;

beforeAll(async () => {
  const { body } = await house.call("GET", "/api/openapi.json");
  operations = new Map(operationsOf(body).map((operation) => [operation.key, operation]));
});

/** Whom the call is for: of several roles one for whom it works. */
function callerOf(cast: Cast, key: AppEndpoint): Person | undefined {
  const { access }: Endpoint = contract[key];
  if (access === "public") return undefined;
  const { statuses } = matrix[key];
  return cast[access.find((role) => statuses[role] < 300) ?? access[0] ?? "fan"];
}

type Sent = {
  what: string;
  path: string;
  body?: string | Buffer;
  type?: string;
  /** Nothing that can be taken, whatever the field is. */
  isRefused?: boolean;
};

/** Sends one hostile request in the person's name; answers what is wrong with its answer, or null. */
async function complaintAbout(
  operation: Operation,
  as: Person | undefined,
  sent: Sent,
): Promise<string | null> {
  const { status, text } = await sendRaw(house.origin, {
    method: operation.method,
    path: sent.path,
    headers: {
      accept: "application/json",
      ...ownAddress(),
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(sent.type ? { "content-type": sent.type } : {}),
    },
    body: sent.body,
  });
  const said = `${sent.what.slice(0, 120)} → ${status}`;
  if (status >= 500) return said;
  if (!operation.statuses.includes(status)) return `${said}, which is not documented`;
  if (status < 400) return sent.isRefused ? `${said}, though nothing can hold it` : null;
  const refusal = JSON.parse(text) as { message?: unknown; code?: unknown };
  return typeof refusal.message === "string" && typeof refusal.code === "string"
    ? null
    : `${said} in no words`;
}

const addressOf = (
  { path }: Operation,
  params: Record<string, string>,
  query: Record<string, string> = {},
) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "1");
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
};

const inAddress = (values: object = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  );

/** A valid request to begin with: what the matrix sends, and for everything else a sample of the contract's. */
async function wholeAsk(cast: Cast, operation: Operation): Promise<Required<Ask>> {
  const word = `w${randomBytes(6).toString("hex")}`;
  const key = operation.key as AppEndpoint;
  const asked = await (deeperAsks[key] ?? matrix[key].asks)(cast);
  const samples = (schemas: Operation["query"]) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, String(sampleOf(schema, word))]),
    );
  return {
    params: { ...samples(operation.params), ...asked.params },
    query: { ...samples(operation.query), ...asked.query },
    body: asked.body instanceof FormData ? {} : (asked.body ?? {}),
  };
}

function* hostileAddresses(operation: Operation, ask: Required<Ask>): Generator<Sent> {
  const [params, query] = [inAddress(ask.params), inAddress(ask.query)];
  for (const name of Object.keys(operation.params))
    for (const part of hostileAddressParts)
      yield { what: `{${name}}=${part}`, path: addressOf(operation, { ...params, [name]: part }, query) };
  for (const name of Object.keys(operation.query)) {
    for (const part of hostileAddressParts)
      yield {
        what: `?${name}=${part}`,
        path: addressOf(operation, params, { ...query, [name]: part }),
        isRefused: unstorableAddressParts.includes(part) && isJudged(operation.query[name]),
      };
    const twice = `${addressOf(operation, params, query)}&${name}=1&${name}=2&${name}[]=3&${name}[a]=4`;
    yield { what: `?${name} several times`, path: twice };
  }
}

function* hostileBodies(operation: Operation, ask: Required<Ask>): Generator<Sent> {
  const path = addressOf(operation, inAddress(ask.params), inAddress(ask.query));
  const type = "application/json";
  for (const body of [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "1e400",
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
  ])
    yield { what: `the body ${body}`, path, type, body };
  for (const other of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ])
    yield { what: `a body of ${other}`, path, type: other, body: "a=%00" };
  if (operation.mediaType !== type) return;
  for (const variant of operation.bodies) {
    for (const { path: field, schema } of fieldsOf(variant))
      for (const json of hostileJson) {
        const sample = freshSample(variant, ask);
        yield {
          what: `${field.join(".")}: ${json}`,
          path,
          type,
          body: jsonWith(sample, field, json),
          isRefused: unstorableJson.includes(json) && isJudged(schema),
        };
      }
  }
}

/** Ids that clients mint are fresh each time, or an earlier answer would come again. */
function freshSample(schema: Schema, ask: Required<Ask>): Record<string, unknown> {
  const sample = sampleOf(schema, `w${randomBytes(6).toString("hex")}`) as Record<string, unknown>;
  const minted = Object.keys(sample).filter((name) => /^(client_(message_)?id|temp_id)$/.test(name));
  const fresh = Object.fromEntries(minted.map((name) => [name, randomUUID()]));
  return { ...sample, ...(ask.body as object), ...fresh };
}

const boundary = "hostile-boundary";
const part = (name: string, bytes: Buffer, file = "") =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);

function* hostileForms(operation: Operation, ask: Required<Ask>): Generator<Sent> {
  if (operation.mediaType !== "multipart/form-data") return;
  const path = addressOf(operation, inAddress(ask.params), inAddress(ask.query));
  const type = `multipart/form-data; boundary=${boundary}`;
  const end = Buffer.from(`--${boundary}--\r\n`);
  const [schema = {}] = operation.bodies;
  const sample = freshSample(schema, ask);
  const isFile = (name: string) => schema.properties?.[name]?.format === "binary";
  const file = (name: string) => part(name, Buffer.from("no picture"), '; filename="a\0b.png"');
  const whole = (except?: string) =>
    Object.entries(sample)
      .filter(([name]) => name !== except)
      .map(([name, value]) => (isFile(name) ? file(name) : part(name, Buffer.from(String(value)))));
  yield {
    what: "a form cut off",
    path,
    type,
    body: Buffer.concat([...whole(), Buffer.from(`--${boundary}\r\nconte`)]),
  };
  yield { what: "a form without an end", path, type, body: Buffer.concat(whole()) };
  yield {
    what: "a form with a broken head",
    path,
    type,
    body: Buffer.from(`--${boundary}\r\n\0\r\n\r\nx\r\n--${boundary}--`),
  };
  yield { what: "a form of nothing", path, type, body: Buffer.alloc(0) };
  yield {
    what: "a form of another boundary",
    path,
    type: `${type}x`,
    body: Buffer.concat([...whole(), end]),
  };
  yield {
    what: "a field called __proto__",
    path,
    type,
    body: Buffer.concat([part("__proto__", Buffer.from("x")), end]),
  };
  const many = Array.from({ length: 40 }, (_, index) => part(`field${index}`, Buffer.from("x")));
  yield { what: "forty fields", path, type, body: Buffer.concat([...many, end]) };
  for (const name of Object.keys(sample).filter((field) => !isFile(field)))
    for (const text of [...hostileFormTexts, Buffer.from("a\xed\xa0\x80", "latin1")])
      yield {
        what: `the field ${name} as ${JSON.stringify(text.toString().slice(0, 40))}`,
        path,
        type,
        body: Buffer.concat([part(name, text), ...whole(name), end]),
        isRefused: unstorableFormTexts.includes(text),
      };
}

test.each(keys)("R-API-79: %s refuses hostile input with a status that it documents", async (key) => {
  const operation = operations.get(key);
  if (!operation) throw new Error(`${key} is not described`);
  const cast = await castOf(house);
  const as = callerOf(cast, key);
  const ask = await wholeAsk(cast, operation);
  const complaints: string[] = [];
  for (const hostile of [hostileAddresses, hostileBodies, hostileForms]) {
    if (operation.method === "GET" && hostile !== hostileAddresses) continue;
    for (const sent of hostile(operation, ask)) {
      const complaint = await complaintAbout(operation, as, sent);
      if (complaint) complaints.push(complaint);
    }
  }
  expect(complaints).toEqual([]);
});

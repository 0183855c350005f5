import { randomBytes, randomUUID } from "node:crypto";
import type { RequestParts } from "#testing/roles/matrix-row.ts";
import {
  hostileAddressParts,
  hostileFormTexts,
  hostileJson,
  unstorableAddressParts,
  unstorableFormTexts,
  unstorableJson,
} from "./hostile-values.ts";
import { fieldsOf, isConstrained, jsonWith, type Operation, type Schema, sampleOf } from "./operations.ts";

/** A request that no client of ours makes. */
export type HostileRequest = {
  what: string;
  path: string;
  body?: string | Buffer;
  type?: string;
  /** Nothing that can be taken, whatever the field is. */
  isRefused?: boolean;
};

export type CompleteRequest = { params: object; query: object; body: object };

const freshWord = () => `w${randomBytes(6).toString("hex")}`;

/** A valid request: what is asked for, and for everything else a sample of what the contract declares. */
export function completeRequest({ params, query }: Operation, asked: RequestParts): CompleteRequest {
  const word = freshWord();
  const samples = (schemas: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, sampleOf(schema, word)]));
  return {
    params: { ...samples(params), ...asked.params },
    query: { ...samples(query), ...asked.query },
    body: asked.body instanceof FormData ? {} : ((asked.body ?? {}) as object),
  };
}

/** Everything hostile that an operation can be sent, one thing at a time in an otherwise valid request. */
export function* hostileRequests(operation: Operation, parts: CompleteRequest): Generator<HostileRequest> {
  const params = inAddress(parts.params);
  const query = inAddress(parts.query);
  for (const name of Object.keys(operation.params))
    for (const part of hostileAddressParts)
      yield { what: `{${name}}=${part}`, path: addressOf(operation, { ...params, [name]: part }, query) };
  for (const [name, schema] of Object.entries(operation.query))
    yield* hostileQueries(operation, params, query, name, schema);
  if (operation.method === "GET") return;
  const path = addressOf(operation, params, query);
  yield* wrongBodies(path);
  for (const variant of operation.json) yield* hostileFields(path, variant, parts);
  if (operation.form) yield* hostileForms(path, operation.form, parts);
}

function* hostileQueries(
  operation: Operation,
  params: Texts,
  query: Texts,
  name: string,
  schema: Schema,
): Generator<HostileRequest> {
  for (const part of hostileAddressParts)
    yield {
      what: `?${name}=${part}`,
      path: addressOf(operation, params, { ...query, [name]: part }),
      isRefused: unstorableAddressParts.includes(part) && isConstrained(schema),
    };
  const several = `${name}=1&${name}=2&${name}[]=3&${name}[a]=4`;
  yield { what: `?${name} several times`, path: `${addressOf(operation, params, query)}&${several}` };
}

type Texts = Record<string, string>;

const inAddress = (values: object): Texts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  );

function addressOf({ path }: Operation, params: Texts, query: Texts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "1");
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}

const jsonType = "application/json";
const noObjects = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "1e400",
  '{"__proto__":{}}',
  '{"constructor":{"prototype":{}}}',
  // 1 MB, more than any body but a file may have.
  JSON.stringify({ x: "x".repeat(1024 * 1024) }),
];
const otherTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  ";",
];

function* wrongBodies(path: string): Generator<HostileRequest> {
  for (const body of noObjects) yield { what: `the body ${body.slice(0, 40)}`, path, type: jsonType, body };
  for (const type of otherTypes) yield { what: `a body of ${type}`, path, type, body: "a=%00" };
}

function* hostileFields(path: string, body: Schema, parts: CompleteRequest): Generator<HostileRequest> {
  for (const { path: field, schema } of fieldsOf(body))
    for (const json of hostileJson)
      yield {
        what: `${field.join(".")}: ${json}`,
        path,
        type: jsonType,
        body: jsonWith(freshSample(body, parts), field, json),
        isRefused: unstorableJson.includes(json) && isConstrained(schema),
      };
}

/** Ids that clients mint are fresh each time, or an earlier answer would come again. */
function freshSample(schema: Schema, parts: CompleteRequest): Record<string, unknown> {
  const sample = sampleOf(schema, freshWord()) as Record<string, unknown>;
  const minted = Object.keys(sample).filter((name) => /^(client_(message_)?id|temp_id)$/.test(name));
  const fresh = Object.fromEntries(minted.map((name) => [name, randomUUID()]));
  return { ...sample, ...parts.body, ...fresh };
}

const boundary = "hostile-boundary";
const end = `--${boundary}--\r\n`;

function partOf(name: string, bytes: Buffer, file = ""): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n")]);
}

function* hostileForms(path: string, schema: Schema, parts: CompleteRequest): Generator<HostileRequest> {
  const type = `multipart/form-data; boundary=${boundary}`;
  const sample = freshSample(schema, parts);
  const isFile = (name: string) => schema.properties?.[name]?.format === "binary";
  const whole = (except?: string) =>
    Object.entries(sample)
      .filter(([name]) => name !== except)
      .map(([name, value]) =>
        isFile(name)
          ? partOf(name, Buffer.from("no picture"), '; filename="a\0b.png"')
          : partOf(name, Buffer.from(String(value))),
      );
  const x = Buffer.from("x");
  const many = Array.from({ length: 40 }, (_, index) => partOf(`field${index}`, x));
  const broken: [what: string, parts: Buffer[], ending: string][] = [
    ["cut off in a head", whole(), `--${boundary}\r\nconte`],
    ["without an end", whole(), ""],
    ["with a broken head", [], `--${boundary}\r\n\0\r\n\r\nx\r\n${end}`],
    ["of nothing", [], ""],
    ["of another boundary", whole(), "--other--\r\n"],
    ["with a field called __proto__", [partOf("__proto__", x)], end],
    ["with forty fields", many, end],
    ["with a file that nobody asks for", [partOf("stranger", x, '; filename="x"')], end],
  ];
  for (const [what, parts, ending] of broken)
    yield { what: `a form ${what}`, path, type, body: Buffer.concat([...parts, Buffer.from(ending)]) };
  for (const name of Object.keys(sample).filter((field) => !isFile(field)))
    for (const text of hostileFormTexts)
      yield {
        what: `the field ${name} as ${JSON.stringify(text.toString().slice(0, 40))}`,
        path,
        type,
        body: Buffer.concat([partOf(name, text), ...whole(name), Buffer.from(end)]),
        isRefused: unstorableFormTexts.includes(text),
      };
}

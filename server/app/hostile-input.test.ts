import { beforeAll, expect, test } from "vitest";
import { type AppEndpoint, contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Person } from "#testing/app/test-app.ts";
import { fullRequests } from "#testing/input/full-requests.ts";
import { completeRequest, type HostileRequest, hostileRequests } from "#testing/input/hostile-requests.ts";
import { type Operation, operationsOf, type Schema } from "#testing/input/operations.ts";
import { sendRaw } from "#testing/input/raw-request.ts";
import { wholeApp } from "#testing/input/whole-app.ts";
import { type Actors, createActors } from "#testing/roles/actors.ts";
import { ownAddress } from "#testing/roles/call-as.ts";
import { matrix } from "#testing/roles/matrix.ts";

const app = wholeApp();
const keys = Object.keys(contract) as AppEndpoint[];
const photosKey = "POST /chat/{chat_id}/message";
let operations: Map<string, Operation>;

beforeAll(async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  operations = new Map(operationsOf(body).map((operation) => [operation.key, operation]));
});

const operationOf = (key: string): Operation => {
  const found = operations.get(key);
  if (!found) throw new Error(`${key} is not described`);
  return found;
};

/** The caller for whom the endpoint works. */
function callerOf(actors: Actors, key: AppEndpoint): Person | undefined {
  const { access }: Endpoint = contract[key];
  if (access === "public") return undefined;
  const { statuses } = matrix[key];
  return actors[access.find((role) => statuses[role] < 300) ?? access[0] ?? "fan"];
}

/** The complaint about the answer to a hostile request, or null. */
async function complaintAbout(
  { method, statuses }: Operation,
  { what, path, body, type, isRefused }: HostileRequest,
  token: Record<string, string>,
): Promise<string | null> {
  const headers = { accept: "application/json", ...ownAddress(), ...token };
  const { status, text } = await sendRaw(app.origin, {
    method,
    path,
    headers: type ? { ...headers, "content-type": type } : headers,
    body,
  });
  const label = `${what.slice(0, 120)} → ${status}`;
  if (status >= 500) return label;
  if (!statuses.includes(status)) return `${label}, which is not documented`;
  if (status < 400) return isRefused ? `${label}, though nothing can hold it` : null;
  const refusal = JSON.parse(text) as { message?: unknown; code?: unknown };
  const inWords = typeof refusal.message === "string" && typeof refusal.code === "string";
  return inWords ? null : `${label} without a message`;
}

async function complaintsAbout(
  operation: Operation,
  requests: Iterable<HostileRequest>,
  token: Record<string, string>,
): Promise<string[]> {
  const complaints: string[] = [];
  for (const request of requests) {
    const complaint = await complaintAbout(operation, request, token);
    if (complaint) complaints.push(complaint);
  }
  return complaints;
}

test.each(keys)("R-API-79: %s refuses hostile input with a status that it documents", async (key) => {
  const operation = operationOf(key);
  const actors = await createActors(app);
  const as = callerOf(actors, key);
  const parts = completeRequest(operation, await (fullRequests[key] ?? matrix[key].request)(actors));
  const token: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {};
  expect(await complaintsAbout(operation, hostileRequests(operation, parts), token)).toEqual([]);
});

test(`R-API-79, R-API-72: ${photosKey} refuses hostile input with a status that it documents`, async () => {
  const operation = operationOf(photosKey);
  const { fan, model } = await createActors(app);
  const opened = await app.modules.messaging.open(fan.id, model.id);
  if (!opened.ok) throw new Error("the two have no chat");
  const parts = completeRequest(operation, {
    params: { chat_id: opened.chat.id },
    body: { from: "model_chat" },
  });
  const token = { "access-token": model.token };
  expect(await complaintsAbout(operation, hostileRequests(operation, parts), token)).toEqual([]);
});

/** Every text and number that the contract takes, with where it stands. */
function* declaredInputs(): Generator<[string, Schema]> {
  for (const { key, params, query, json, form } of operations.values()) {
    const fields = { ...params, ...query };
    for (const [name, schema] of Object.entries(fields)) yield* leavesOf(schema, `${key} ${name}`);
    for (const schema of [...json, ...(form ? [form] : [])]) yield* leavesOf(schema, key);
  }
}

function* leavesOf(schema: Schema, at: string): Generator<[string, Schema]> {
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  for (const inner of nested) yield* leavesOf(inner, at);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* leavesOf(field, `${at} ${name}`);
  if (nested.length === 0 && !schema.properties) yield [at, schema];
}

const isListed = ({ enum: values, const: value, format }: Schema) =>
  values !== undefined || value !== undefined || format === "binary";

test("R-API-79: every text and number of the contract has its bounds, and no text takes what no column holds", () => {
  for (const [at, schema] of declaredInputs()) {
    const types = [schema.type].flat();
    if (isListed(schema)) continue;
    if (types.includes("string")) {
      expect(schema.pattern, `${at} has no pattern`).toBeDefined();
      const fits = new RegExp(schema.pattern ?? "", "u");
      for (const endless of ["a", "1", "/", "https://a.example/", "a@a.example", "2026-05-01"])
        expect(schema.maxLength === undefined && fits.test(endless.padEnd(10_000, "a1")), at).toBe(false);
      for (const broken of ["\0", "a\0b", "/\0", "https://a.example/\0"])
        expect(fits.test(broken), at).toBe(false);
    }
    if (types.includes("integer") || types.includes("number")) {
      expect(schema.minimum ?? schema.exclusiveMinimum, `${at} has no least`).toBeDefined();
      expect(schema.maximum, `${at} has no most`).toBeDefined();
    }
  }
});

import { randomInt } from "node:crypto";
import type { AppEndpoint } from "#contract/contract.ts";
import type { CallOptions, Person, Reply, TestApp } from "#testing/app/test-app.ts";
import type { RequestParts } from "./matrix-row.ts";

/** An address of nobody else, so that limits by address never meet in a matrix of callers. */
export function ownAddress(): Record<string, string> {
  const part = () => randomInt(1, 255);
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}` };
}

/** Calls an endpoint of the contract as a person, or as a guest. */
export function callAs(
  app: TestApp,
  key: AppEndpoint,
  as: Person | undefined,
  parts: RequestParts = {},
  options: CallOptions = {},
): Promise<Reply> {
  const [method = "GET", template = "/"] = key.split(" ");
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(parts.params?.[name] ?? 1));
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return app.call(method as "GET" | "POST" | "DELETE", query.size > 0 ? `${path}?${query}` : path, {
    ...(as ? { as } : {}),
    ...(method === "POST" ? { body: parts.body ?? {} } : {}),
    ...options,
    headers: { ...ownAddress(), ...options.headers },
  });
}

import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/kit/database/database.ts";
import { createLogger } from "#server/kit/log.ts";
import { testApp } from "#testing/app/test-app.ts";
import { figuresNamedIn } from "#testing/figures-named-in.ts";

/** A standby that is away: nobody listens there. */
const replica = openDatabase("postgres://fanlight@127.0.0.1:1/none", { log: createLogger("silent") });
afterAll(() => replica.destroy());
const app = testApp(undefined, () => ({ replica }));
const figures = async () => String((await app.call("GET", "/metrics")).body.text);
// Those of requests are told once one was answered.
beforeAll(async () => void (await figures()));

/** Told by one of several nodes; its test is that of the nodes (`nodes.test.ts`). */
const ofSeveralNodes = ["fanlight_media_owner"];

test.each(["deploy/grafana-board.json", "docs/operations.md", "docs/operating.md"])(
  "every figure that %s names is among those that the product tells",
  async (file) => {
    const named = figuresNamedIn(readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8"));
    expect(named.length).toBeGreaterThan(2);
    const told = await figures();
    const untold = named.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(told));
    expect(untold.filter((name) => !ofSeveralNodes.includes(name))).toEqual([]);
  },
);

test("while the standby is away its lag is told as infinite, which is what the alert asks for", async () => {
  expect(await figures()).toMatch(/^fanlight_replica_lag_seconds \+Inf$/m);
});

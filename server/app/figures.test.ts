import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync, statfsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/kit/database/database.ts";
import { createLogger } from "#server/kit/log.ts";
import { testApp } from "#testing/app/test-app.ts";
import { figuresNamedIn } from "#testing/figures-named-in.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const operations = read("docs/operations.md");

/** A standby that is away: nobody listens there. */
const replica = openDatabase("postgres://fanlight@127.0.0.1:1/none", { log: createLogger("silent") });
afterAll(() => replica.destroy());
const app = testApp(undefined, () => ({ replica }));
const figures = async () => String((await app.call("GET", "/metrics")).body.text);
// The figures of requests are exported once one was answered.
beforeAll(async () => void (await figures()));

/** Exported by one of several nodes; its test is that of the nodes (`nodes.test.ts`). */
const ofSeveralNodes = ["fanlight_media_owner"];

/** Exported once there was a payment within the hour, and while somebody is in a show. */
const ofBusiness = ["fanlight_payments_last_hour", "fanlight_shows_open"];

test.each(["deploy/grafana-board.json", "deploy/alerts.yml", "docs/operations.md", "docs/operating.md"])(
  "every figure that %s names is among those that the product exports",
  async (file) => {
    const named = figuresNamedIn(read(file));
    expect(named.length).toBeGreaterThan(2);
    const metrics = await figures();
    const missing = named.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(metrics));
    expect(missing.filter((name) => ![...ofSeveralNodes, ...ofBusiness].includes(name))).toEqual([]);
  },
);

test("docs/operations.md says of each alert what to do, and each has a rule and a test of it", () => {
  const rules = read("deploy/alerts.yml");
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  const [, table = ""] = /^\| alert \|.*\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(operations) ?? [];
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(alerts);
  const tests = read("deploy/alerts.test.yml");
  expect(alerts.filter((name) => !tests.includes(name))).toEqual([]);
});

test("counters are named as such, and payments are counted by gateway and outcome", async () => {
  const metrics = await figures();
  const counters = [...metrics.matchAll(/^# TYPE (fanlight_\w+) counter$/gm)].map(([, name = ""]) => name);
  expect(counters.length).toBeGreaterThan(3);
  expect(counters.filter((name) => !name.endsWith("_total"))).toEqual([]);
  expect(metrics).toMatch(/^fanlight_payments_unknown_seconds 0$/m);
  expect(metrics).toMatch(/^fanlight_chargebacks_open 0$/m);
  expect(metrics).toMatch(/^fanlight_jobs_given_up \d+$/m);
});

test("the version, the space on the disk and the meters of shows are among the figures", async () => {
  const metrics = await figures();
  expect(metrics).toMatch(/^fanlight_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  const [, share] = /^fanlight_disk_free_share (\S+)$/m.exec(metrics) ?? [];
  const { bavail, blocks } = statfsSync(app.dataDir);
  expect(Number(share)).toBeCloseTo(bavail / blocks, 1);
  expect(metrics).toMatch(/^fanlight_meters_late_seconds 0$/m);
});

test("an open show is counted by its kind and part, and one that no node meters by how long", async () => {
  const [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const request = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", request, { as: model, body: { accept: true } })).status).toBe(200);
  const open = await figures();
  expect(open).toMatch(/^fanlight_shows_open\{mode="private",role="payer"\} 1$/m);
  expect(open).toMatch(/^fanlight_meters_late_seconds 0$/m);
  await sql`update live.participant set lease_until = lease_until - interval '1 hour' where fan_id = ${fan.id}`.execute(
    app.db,
  );
  const [, late] = /^fanlight_meters_late_seconds (\S+)$/m.exec(await figures()) ?? [];
  expect(Number(late)).toBeGreaterThan(3_000);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;

test.runIf(promtool)(
  "Prometheus takes the rules, which fire at what they are for and at nothing else",
  () => {
    const run = (...args: string[]) => spawnSync("promtool", args, { cwd: root, encoding: "utf8" });
    for (const args of [
      ["check", "rules", "deploy/alerts.yml"],
      ["test", "rules", "deploy/alerts.test.yml"],
    ]) {
      const { status, stdout, stderr } = run(...args);
      expect(status, `${stdout}${stderr}`).toBe(0);
    }
  },
);

test("the lines of the log that docs/operations.md explains are those that the product writes", () => {
  const [, table = ""] = /^\| line \|.*\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(operations) ?? [];
  const cells = [...table.matchAll(/^\|(.*?)\|/gm)].map(([, cell = ""]) => cell);
  const lines = cells.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, line]) => line));
  expect(lines.length).toBeGreaterThan(10);
  const code = globSync("server/**/*.ts", { cwd: root, exclude: (file) => file.endsWith(".test.ts") })
    .map(read)
    .join("\n");
  expect(lines.filter((line) => !code.includes(`"${line}"`))).toEqual([]);
});

test("PostgreSQL takes every statement that docs/operations.md gives an operator", async () => {
  const statements = operations.match(/`(?:select|update) [^`]+`/g) ?? [];
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements)
    await sql.raw(statement.slice(1, -1).replaceAll("…", "0")).execute(app.owner);
});

test("while the standby is away its lag is reported as infinite, which is what the alert asks for", async () => {
  expect(await figures()).toMatch(/^fanlight_replica_lag_seconds \+Inf$/m);
});

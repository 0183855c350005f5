import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { freshAddress, registerListedModel, registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import type { AppSettings } from "#testing/processes/app-process.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { problemsOf } from "#testing/processes/log-lines.ts";
import { mediaNodes } from "#testing/processes/media-nodes.ts";
import { redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import { until } from "#testing/until.ts";
import { tusCalls } from "#testing/uploads/tus-calls.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const { give, beginShow, showOf } = mediaNodes(database);

test("a line of the log is JSON whose keys are there once, whatever a caller names what it logs", () => {
  const lines: string[] = [];
  const log = createLogger("debug", { write: (line) => lines.push(line) }, "one");
  log.warn({ level: "high", time: 5, msg: "mine", node: "two", ms: 1 }, "the pressure has changed");
  log.error({ err: Object.assign(new Error("no"), { level: 3 }) }, "it failed");
  expect(lines.flatMap(problemsOf)).toEqual([]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 40,
    node: "one",
    msg: "the pressure has changed",
    ms: 1,
  });
  expect(
    problemsOf('{"level":40,"of":{"level":1},"level":"high"}'),
    "what a test that parses does not see",
  ).toEqual(['"level" twice']);
});

/** A minute of a product in which nothing is broken: people do what they can, and others what they may not. */
async function beBusy(app: NamedApp): Promise<void> {
  const [fan, model] = [await registerMember(app), await registerListedModel(app, database.db)];
  await give(fan);
  const air = await goLive(app, model);
  onTestFinished(() => air.close());
  const line = { as: fan, body: { body: "hello", client_message_id: randomUUID() } };
  expect((await app.call("POST", `/api/stream/${model.login}/message`, line)).status).toBe(201);
  const tip = { as: fan, key: randomUUID(), body: { amount: 5 } };
  expect((await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, tip)).status).toBe(200);
  await beginShow([app, app], fan, model);
  const asked = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  const viewer = await watch(app, asked.body.playback as PlaybackOffer);
  onTestFinished(() => viewer.close());
  await until(async () => (await showOf(fan)).served_ms > 1_000, "a second of the show");
  await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  await expectRefusals(app, { fan, model });
  await app.call("POST", "/api/web_logout", { as: fan });
}

async function expectRefusals(
  app: NamedApp,
  { fan, model }: Record<"fan" | "model", Awaited<ReturnType<typeof registerMember>>>,
): Promise<void> {
  const tus = tusCalls(() => app.origin);
  expect((await tus.begin(fan, 1_000)).status).toBe(201);
  const unknownLength = await tus.call(fan, "POST", "/api/uploads", { "upload-defer-length": "1" });
  expect(unknownLength.status).toBe(400);
  expect((await app.call("GET", "/api/nothing", { as: fan })).status).toBe(404);
  expect((await app.call("POST", "/api/studio/stop", { as: fan, body: {} })).status).toBe(403);
  expect(
    (await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body: {} })).status,
  ).toBe(422);
  const send = (address: string, init: RequestInit) =>
    fetch(app.origin + address, { ...init, headers: { ...freshAddress(), ...init.headers } });
  const json = { "content-type": "application/json" };
  const statuses = await Promise.all([
    send("/api/login", { method: "POST", headers: json, body: "{" }),
    send("/api/login", {
      method: "POST",
      headers: json,
      body: '{"email":"nobody@fanlight.test","password":"wrong"}',
    }),
    send("/api/login", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }),
    send("/api/login", { method: "POST", headers: json, body: `"${"x".repeat(300_000)}"` }),
    send("/api/login", { method: "PATCH" }),
    send("/api/%ff", {}),
    send("/api/fan/profile", { headers: { authorization: "Bearer forged" } }),
    send(`/whip/${model.login}`, {
      method: "POST",
      headers: { "content-type": "application/sdp" },
      body: "v=0",
    }),
    send(`/whep/${model.login}`, { method: "POST", headers: { authorization: "Bearer x" }, body: "v=0" }),
  ]);
  expect(statuses.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
}

/** The lines of a start, a busy minute and a stop. */
async function linesOf(settings: Partial<AppSettings>): Promise<string[]> {
  const logFile = path.join(tmpdir(), `fanlight-log-${randomUUID()}.log`);
  onTestFinished(() => rmSync(logFile, { force: true }));
  const app = await apps.start({ ...settings, logFile, logLevel: "debug" });
  await until(async () => (await app.call("GET", "/readyz")).status === 200, "it to be ready");
  await beBusy(app);
  await app.stop();
  return readFileSync(logFile, "utf8").trimEnd().split("\n");
}

/** Nobody is to be woken by what is no fault. */
function expectSound(lines: readonly string[]): void {
  expect(lines.flatMap((line) => problemsOf(line).map((problem) => `${problem}: ${line}`))).toEqual([]);
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level > 40)).toEqual([]);
  expect(lines.length, "they are read").toBeGreaterThan(1);
}

describe("the log of a start, a busy minute and a stop is JSON with keys of their own, and nothing above a warning", () => {
  test("of the one process", { timeout: 120_000 }, async () => {
    expectSound(await linesOf({ mediaEngine: "at once" }));
  });

  test.skipIf(redisServer === null)("of a node", { timeout: 120_000 }, async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.close());
    expectSound(await linesOf({ redisUrl: redis.url }));
  });
});

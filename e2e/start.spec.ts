import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { demoPassword } from "./people.ts";
import { allOn } from "./processes.ts";
import { freePort, type Running, startProduct } from "./product.ts";

const firstStartWithinMs = 60_000;
const laterStartWithinMs = 30_000;
const stopWithinMs = 10_000;

test.describe.configure({ mode: "serial" });

const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-start-"));
let running: Running | undefined;

test.afterAll(async () => {
  await running?.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test("R-OPEN-96: the first start on an empty folder tells its steps, and its world is whole once it is ready", async () => {
  test.setTimeout(150_000);
  running = startProduct({ dataDir, port: await freePort() });
  await running.ready();
  report("first start", running.tookMs());
  for (const step of ["Database", "Media", "World"]) expect(running.output()).toContain(`${step}:`);
  expect(running.output()).toContain(`Fanlight is ready at http://localhost:${running.port}`);
  expect(running.output()).toContain("24 of 24 models on air");
  expect(running.tookMs()).toBeLessThanOrEqual(firstStartWithinMs);
  expect(await worldOf(running.port)).toEqual({
    "videos-all": 20,
    "posts-all": 20,
    "videos-purchased": 3,
    "fan/purchased-posts": 3,
    "fan/favorite-models": 6,
  });
  expect((await fetch(`http://localhost:${running.port}/healthz`)).status).toBe(200);
  expect((await fetch(`http://localhost:${running.port}/readyz`)).status).toBe(200);
});

test("a second instance on the same data says so in one line and leaves the first alone", async () => {
  const second = startProduct({ dataDir, port: await freePort() });
  expect(await second.exit()).toBe(1);
  expect(complaint(second)).toMatch(/another|already|in use/i);
  expect((await fetch(`http://localhost:${running?.port}/readyz`)).status).toBe(200);
});

test("SIGTERM stops everything within 10 s and leaves no process", async () => {
  const tookMs = await running?.end("SIGTERM");
  report("stop", tookMs ?? 0);
  expect(tookMs).toBeLessThanOrEqual(stopWithinMs);
  expect(await running?.exit()).toBe(0);
  await expect.poll(() => allOn(dataDir).map(({ command }) => command)).toEqual([]);
});

test("a killed parent hinders nothing: the next start is quick, works, and balances are what they were", async () => {
  test.setTimeout(150_000);
  running = startProduct({ dataDir, port: await freePort() });
  await running.ready();
  report("second start", running.tookMs());
  expect(running.tookMs()).toBeLessThanOrEqual(laterStartWithinMs);
  const before = await tipLuna(running.port, 25);
  expect(before).toBe(975);

  await running.end("SIGKILL");
  running = startProduct({ dataDir, port: await freePort() });
  await running.ready();
  report("start after kill -9", running.tookMs());
  expect(running.tookMs()).toBeLessThanOrEqual(laterStartWithinMs);
  expect((await session(running.port, "nico")).balance).toBe(before);
  await running.end("SIGTERM");
  await expect.poll(() => allOn(dataDir).map(({ command }) => command)).toEqual([]);
});

for (const [how, end] of [
  ["SIGTERM to npm", (product: Running) => product.end("SIGTERM")],
  ["SIGKILL to npm", (product: Running) => product.end("SIGKILL")],
  ["Ctrl-C", (product: Running) => product.pressCtrlC()],
] as const) {
  test(`what npm started ends cleanly with it: ${how}`, async () => {
    const product = startProduct({ dataDir, port: await freePort(), byNpm: true });
    await product.ready();
    await end(product);
    await product.exit();
    await expect
      .poll(() => allOn(dataDir).map(({ command }) => command), { timeout: stopWithinMs })
      .toEqual([]);
    expect(readFileSync(path.join(dataDir, "postgres", "postgres.log"), "utf8")).toMatch(
      /database system is shut down\s*$/,
    );
  });
}

test("a port that is taken is told in one line", async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, () => done()));
  const { port } = taken.address() as { port: number };
  const product = startProduct({ dataDir, port });
  expect(await product.exit()).toBe(1);
  expect(complaint(product)).toContain(`port ${port} is taken`);
  taken.close();
});

test("a data folder that cannot be written is told in one line", async () => {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const locked = path.join(dataDir, "locked");
  mkdirSync(locked, { mode: 0o555 });
  const product = startProduct({ dataDir: path.join(locked, "data"), port: await freePort(), ...ordinary });
  expect(await product.exit()).toBe(1);
  expect(complaint(product)).toContain(locked);
});

test("settings that make no sense are told by name", async () => {
  const product = startProduct({ dataDir, port: 0, env: { PORT: "many" } });
  expect(await product.exit()).toBe(1);
  expect(product.output()).toContain("PORT");
});

/** The one line of a start that failed; more than one is a failure of its own. */
function complaint(product: Running): string {
  const lines = product.errors().trim().split("\n");
  expect(lines, "one clear line").toHaveLength(1);
  expect(lines[0]).toContain("Fanlight cannot start");
  return lines[0] ?? "";
}

function report(what: string, tookMs: number): void {
  test.info().annotations.push({ type: what, description: `${(tookMs / 1000).toFixed(1)} s` });
  console.log(`${what}: ${(tookMs / 1000).toFixed(1)} s`);
}

async function session(port: number, login: string) {
  const signedIn = await fetch(`http://localhost:${port}/api/web_login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ login, password: demoPassword }),
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const profile = await fetch(`http://localhost:${port}/api/fan/profile`, { headers });
  return { headers, balance: ((await profile.json()) as { balance: number }).balance };
}

/** How many entries the first page of each list has for the main fan. */
async function worldOf(port: number): Promise<Record<string, number>> {
  const { headers } = await session(port, "nico");
  const lists = ["videos-all", "posts-all", "videos-purchased", "fan/purchased-posts", "fan/favorite-models"];
  const pages = lists.map(async (list) => {
    const page = await fetch(`http://localhost:${port}/api/${list}`, { headers });
    return [list, ((await page.json()) as { data: unknown[] }).data.length] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

/** The main fan tips the first model; answers the balance after it. */
async function tipLuna(port: number, amount: number): Promise<number> {
  const { headers } = await session(port, "nico");
  const luna = (await (await fetch(`http://localhost:${port}/api/model-profile/luna`)).json()) as {
    id: number;
  };
  const answer = await fetch(`http://localhost:${port}/api/fan/pay-tips-to-model/${luna.id}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": "start-journey" },
    body: JSON.stringify({ amount }),
  });
  return ((await answer.json()) as { balance: number }).balance;
}

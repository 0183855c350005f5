import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "#testing/free-port.ts";
import { sessionOf } from "#testing/pages/page-request.ts";
import { firstStart } from "./prepared-world.ts";
import { allOn } from "./processes.ts";
import { copyDataDir, type Running, startProduct } from "./product.ts";

const stopWithinMs = 10_000;
/** For products that are only checked from outside: the first start shows that all rooms come on air. */
const oneRoom = { DEMO_ROOMS: "luna", DEMO_TIPS: "0" };

test("R-OPEN-96: the first start on an empty folder prints its steps, and its world is whole once it is ready, and SIGTERM stops everything within 10 s", () => {
  const { readyMs, output, world } = firstStart();
  report("first start", readyMs);
  for (const step of ["Database", "Media", "World"]) expect(output).toContain(`${step}:`);
  expect(output).toMatch(/^Fanlight is ready at http:\/\/localhost:\d+$/m);
  expect(output).toContain("24 of 24 models on air");
  expect(world).toEqual({
    "videos-all": 20,
    "posts-all": 20,
    "videos-purchased": 3,
    "fan/purchased-posts": 3,
    "fan/favorite-models": 6,
  });
  const { stopMs, exitCode, left } = firstStart();
  report("stop", stopMs);
  expect(stopMs).toBeLessThanOrEqual(stopWithinMs);
  expect({ exitCode, left }).toEqual({ exitCode: 0, left: [] });
});

test("the second start succeeds, and a second instance on the same data reports it in one line and leaves the first alone; a killed parent hinders nothing, and what npm started ends cleanly with it", async () => {
  test.setTimeout(300_000);
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-start-"));
  copyDataDir(process.env.E2E_PREPARED_DIR ?? "", dataDir);
  let running = await startAgain(dataDir, "second start");
  try {
    await test.step("a second instance reports the first", async () => {
      const second = startProduct({ dataDir, port: await freePort() });
      expect(await second.exit()).toBe(1);
      expect(await complaint(second)).toMatch(/another|already|in use/i);
      for (const path of ["healthz", "readyz"])
        expect((await fetch(`http://localhost:${running.port}/${path}`)).status, path).toBe(200);
    });
    await test.step("after kill -9 balances are what they were, and SIGTERM to npm ends it cleanly", async () => {
      const before = await tipLuna(`http://localhost:${running.port}`, 25);
      expect(before).toBe(975);
      await running.end("SIGKILL");
      running = await startAgain(dataDir, "start after kill -9", true);
      expect(await balanceOf(`http://localhost:${running.port}`)).toBe(before);
      await running.end("SIGTERM");
      await expectCleanEnd(dataDir);
    });
    for (const [what, end] of [
      ["SIGKILL to npm", () => running.end("SIGKILL")],
      ["Ctrl-C", async () => running.pressCtrlC()],
    ] as const)
      await test.step(`${what} ends it cleanly`, async () => {
        running = await startAgain(dataDir, `start before ${what}`, true);
        await end();
        await running.exit();
        await expectCleanEnd(dataDir);
      });
  } finally {
    await running.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Starts the product once more on the same data, and says how long that took. */
async function startAgain(dataDir: string, what: string, byNpm = false): Promise<Running> {
  const running = startProduct({ dataDir, port: await freePort(), env: oneRoom, byNpm });
  await running.ready();
  report(what, running.tookMs());
  return running;
}

/** Nothing of the product is left, and its database was shut down in order. */
async function expectCleanEnd(dataDir: string): Promise<void> {
  await expect
    .poll(() => allOn(dataDir).map(({ command }) => command), { timeout: stopWithinMs })
    .toEqual([]);
  expect(readFileSync(path.join(dataDir, "postgres", "postgres.log"), "utf8")).toMatch(
    /database system is shut down\s*$/,
  );
}

/** The one line of a start that failed; more than one is a failure of its own. */
async function complaint(product: Running): Promise<string> {
  const lines = (await product.lastErrors()).trim().split("\n");
  expect(lines, "one clear line").toHaveLength(1);
  expect(lines[0]).toContain("Fanlight cannot start");
  return lines[0] ?? "";
}

function report(what: string, tookMs: number): void {
  test.info().annotations.push({ type: what, description: `${(tookMs / 1000).toFixed(1)} s` });
  console.log(`${what}: ${(tookMs / 1000).toFixed(1)} s`);
}

async function balanceOf(origin: string): Promise<number> {
  const { token } = await sessionOf(origin, "nico");
  const profile = await fetch(`${origin}/api/fan/profile`, { headers: { authorization: `Bearer ${token}` } });
  return ((await profile.json()) as { balance: number }).balance;
}

/** The main fan tips the first model; answers the balance after it. */
async function tipLuna(origin: string, amount: number): Promise<number> {
  const { token } = await sessionOf(origin, "nico");
  const luna = (await (await fetch(`${origin}/api/model-profile/luna`)).json()) as { id: number };
  const answer = await fetch(`${origin}/api/fan/pay-tips-to-model/${luna.id}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": "start-journey",
    },
    body: JSON.stringify({ amount }),
  });
  return ((await answer.json()) as { balance: number }).balance;
}

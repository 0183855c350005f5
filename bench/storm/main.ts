import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { apiClient } from "#testing/app/api-client.ts";
import { freePort } from "#testing/free-port.ts";
import { databaseOn, engineOn, productOn } from "../../e2e/processes.ts";
import { type Running, startProduct } from "../../e2e/product.ts";
import { differences } from "./compare.ts";
import { createStormFan, type StormFan, type StormTargets, unlessBusy } from "./fan.ts";

/**
 * `npm run storm -- ROUNDS [--victim app|database|media]`: fans spend, buy and write against the whole product while a
 * part of it is killed with SIGKILL, in turn the app, PostgreSQL and the media engine, or always the one named. A
 * command without an answer is sent again with the same id; then everything that was acknowledged is compared with what
 * the product keeps. Ends with 1 when something differs.
 */
const parts = ["app", "database", "media"] as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { victim: { type: "string" } },
});
const rounds = Number(positionals[0] ?? 6);
const victims = parts.filter((part) => values.victim === undefined || part === values.victim);
if (!(Number.isInteger(rounds) && rounds > 0) || victims.length === 0)
  throw new Error("usage: npm run storm -- ROUNDS [--victim app|database|media]");
const fansCount = 8;
const loadMinMs = 1_500;
const loadSpreadMs = 3_000;
const answerWithinMs = 330_000;

const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-storm-"));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let product: Running | undefined;
let asked = 0;
const intentsOf = (fans: readonly StormFan[]) => fans.flatMap(({ intents }) => intents);
const victimOf = { app: productOn, database: databaseOn, media: engineOn };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

try {
  await start();
  const targets = await findTargets();
  const fans: StormFan[] = [];
  for (let turn = 0; turn < fansCount; turn++) fans.push(await createStormFan(() => origin, turn, targets));
  const pack = await largestPackage();
  await Promise.all(fans.map((fan) => fan.buyTokens(pack.id, pack.tokens, pack.price)));
  let wrong = 0;
  for (let round = 0; round < rounds; round++)
    wrong += await playRound(fans, victims[round % victims.length] ?? "app");
  console.log(`${rounds} rounds, ${asked} intents, ${wrong} differences`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await product?.end("SIGTERM").catch(() => undefined);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function start(): Promise<void> {
  product = startProduct({ dataDir, port, env: { TRUST_PROXY: "1", HOST: "127.0.0.1" } });
  await product.ready();
}

async function playRound(fans: readonly StormFan[], part: (typeof parts)[number]): Promise<number> {
  const before = intentsOf(fans).length;
  let raging = true;
  const load = fans.map(async (fan) => {
    while (raging) await fan.act(Math.random);
  });
  await pause(loadMinMs + Math.random() * loadSpreadMs);
  await kill(part);
  await pause(part === "app" ? 0 : loadMinMs);
  raging = false;
  await Promise.all(load);
  const unknown = intentsOf(fans).filter(({ state }) => state === "unknown").length;
  if (part === "app") await start();
  const settledMs = await settle(fans);
  const wrong = (await Promise.all(fans.map(differences))).flat();
  const ledger = await ledgerIsSound();
  if (!ledger) wrong.push("the audit of the ledger found something");
  for (const line of wrong) console.log(`  ${line}`);
  const fresh = intentsOf(fans).length - before;
  asked += fresh;
  console.log(
    `${part} killed amid ${fresh} intents, ${unknown} without an answer, all answered ${(settledMs / 1_000).toFixed(1)} s later: ${wrong.length} differences`,
  );
  return wrong.length;
}

async function kill(part: (typeof parts)[number]): Promise<void> {
  const victim = victimOf[part](dataDir);
  if (!victim) throw new Error(`no process of the ${part} was found`);
  process.kill(victim.pid, "SIGKILL");
  if (part === "app") await product?.exit();
}

/** Asks again until everything has an answer; ms that it took. */
async function settle(fans: readonly StormFan[]): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const open = intentsOf(fans).filter(({ state }) => state === "unknown");
    const tookMs = performance.now() - startedAt;
    if (open.length === 0 || tookMs > answerWithinMs) return tookMs;
    for (const intent of open) await intent.ask();
    if (open.some(({ state }) => state === "unknown")) await pause(250);
  }
}

async function findTargets(): Promise<StormTargets> {
  const model = async (login: string) =>
    Number(((await get(`/api/model-profile/${login}`)) as { id: number }).id);
  const videos = (await get("/api/videos-all")) as { data: { id: number; price: number }[] };
  const itemIds = videos.data.filter(({ price }) => price > 0 && price <= 60).map(({ id }) => id);
  return { modelId: await model("luna"), chatModelId: await model("aria"), itemIds };
}

async function largestPackage() {
  const { data } = (await get("/api/token-packages")) as {
    data: { packages: { id: number; tokens: number; price: number }[] };
  };
  const [largest] = data.packages.toSorted((a, b) => b.tokens - a.tokens);
  if (!largest) throw new Error("no package is sold");
  return largest;
}

async function get(path: string): Promise<unknown> {
  const { status, body } = await unlessBusy(() => apiClient(() => origin)("GET", path));
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body;
}

/** The result of the last audit, as the metric reports it. */
async function ledgerIsSound(): Promise<boolean> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return /^fanlight_ledger_sound 1$/m.test(metrics);
}

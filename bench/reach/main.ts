import type { Browser } from "@playwright/test";
import { keepTemporaryFilesInMemory } from "#testing/temporary-files.ts";
import type { Person } from "../../e2e/other-browsers/person.ts";
import { launchBrowser } from "../media/first-frame.ts";
import { filmClock, type Network, takeRung } from "./in-page.ts";
import { type BrowserName, browsers, givenUpAfterMs, openAccount, openPerson } from "./people.ts";
import { type Figures, goOnAir, measurePublisher, measureShow, measureViewer } from "./roles.ts";
import { startWorld, type World } from "./world.ts";

/**
 * Measures how soon and how late the picture is on each rung, in each browser and role, through a network in between: as it
 * is, and with 3 % loss and 150 ms of jitter. Prints two tables, and before them each cell as it comes. The data folder of a
 * stopped product saves preparing one: `npm run reach -- FOLDER`, and behind it the rungs and browsers that are wanted.
 */
const rungs: readonly Network["rung"][] = ["https", "udp", "tcp", "turn"];
const names = { udp: "UDP", tcp: "TCP", turn: "TURN", https: "HTTPS" } as const;
const clear = { lossShare: 0, jitterMs: 0 };
const bad = { lossShare: 0.03, jitterMs: 150 };

type Stage = { chromium: Browser; world: World; model: Person; slug: string };
type Role = "viewer" | "publisher" | "show";
type Cell = Figures | string;
/** The results of one role with the network as it is, and through a bad one. */
type Cells = [asItIs: Cell, bad: Cell];
type Line = { rung: Network["rung"]; browser: BrowserName; cells: Record<Role, Cells> };

const [, , preparedDir, ...wanted] = process.argv;
/** Those of them that the words after the folder name; all where they name none. */
function wantedOf<Name extends string>(names: readonly Name[]): readonly Name[] {
  const named = names.filter((name) => wanted.includes(name.toLowerCase()));
  return named.length > 0 ? named : names;
}
const script = (run: unknown, ...args: unknown[]) => `(${String(run)})(...${JSON.stringify(args)});`;
const seconds = (ms: number) => (ms / 1_000).toFixed(2);
const both = (text: string): Cells => [text, text];

async function measure(stage: Stage, rung: Network["rung"], browser: BrowserName): Promise<Line> {
  const hasNoWebRtc = browser === "WebKitGTK" && rung !== "https";
  const none = both(hasNoWebRtc ? "no WebRTC" : "–");
  const fan = hasNoWebRtc ? { viewer: none, show: none } : await measureFan(stage, rung, browser);
  const publisher = hasNoWebRtc || rung === "https" ? none : await measureModel(stage, rung, browser);
  return { rung, browser, cells: { ...fan, publisher } };
}

async function measureFan(
  { chromium, world, model, slug }: Stage,
  rung: Network["rung"],
  browser: BrowserName,
): Promise<{ viewer: Cells; show: Cells }> {
  const account = await openAccount(chromium, world.origin, "fan");
  const what = `${names[rung]}, ${browser}`;
  const before = script(takeRung, world.networkOf(rung));
  const fan = await openPerson(chromium, browser, world.farOrigin, account, before);
  if (!fan) return { viewer: both("not installed"), show: both("not installed") };
  try {
    return {
      viewer: await inBoth(world, `${what}, viewer`, () => measureViewer(fan, slug)),
      show: await inBoth(world, `${what}, paid show`, () => measureShow(fan, account.login, model, slug)),
    };
  } finally {
    await fan.close();
  }
}

async function measureModel(
  { chromium, world }: Stage,
  rung: Network["rung"],
  browser: BrowserName,
): Promise<Cells> {
  const account = await openAccount(chromium, world.origin, "model");
  const watching = await openAccount(chromium, world.origin, "fan");
  const before = `${script(takeRung, world.networkOf(rung))}${script(filmClock)}`;
  const model = await openPerson(chromium, browser, world.farOrigin, account, before);
  const viewer = await openPerson(chromium, "Chromium", world.origin, watching, "");
  if (!model || !viewer) return both("not installed");
  try {
    return await inBoth(world, `${names[rung]}, ${browser}, publisher`, () =>
      measurePublisher(model, viewer, account.login),
    );
  } finally {
    await model.close();
    await viewer.close();
  }
}

async function inBoth({ weather }: World, what: string, measured: () => Promise<Figures>): Promise<Cells> {
  const asItIs = await orWhyNot(what, measured);
  Object.assign(weather, bad);
  const through = await orWhyNot(`${what}, bad network`, measured);
  Object.assign(weather, clear);
  return [asItIs, through];
}

async function orWhyNot(what: string, measured: () => Promise<Figures>): Promise<Cell> {
  const over = Promise.withResolvers<Cell>();
  const timer = setTimeout(
    () => over.resolve(`no picture within ${givenUpAfterMs / 1_000} s`),
    givenUpAfterMs,
  );
  const failed = (error: unknown): Cell => {
    process.stderr.write(`${String(error)}\n`);
    return "failed";
  };
  const cell = await Promise.race([measured().catch(failed), over.promise]);
  clearTimeout(timer);
  process.stderr.write(`${what}: ${written(cell)}\n`);
  return cell;
}

function written(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return `${seconds(cell.firstFrameMs)} s · ${Math.round(cell.delayMs)} ms`;
}

function tableOf(lines: readonly Line[], which: 0 | 1): string {
  const rows = lines.map(({ rung, browser, cells: { viewer, publisher, show } }) =>
    [names[rung], browser, ...[viewer, publisher, show].map((cells) => written(cells[which]))].join(" | "),
  );
  const head = ["rung | browser | viewer | publisher | paid show", "---|---|---|---|---"];
  return [...head, ...rows].map((row) => `| ${row} |`).join("\n");
}

keepTemporaryFilesInMemory();
const world = await startWorld(preparedDir || undefined);
const chromium = await launchBrowser();
try {
  const owner = await openAccount(chromium, world.origin, "model");
  const model = await openPerson(chromium, "Chromium", world.origin, owner, script(filmClock));
  if (!model) throw new Error("Chromium is not installed");
  await goOnAir(model);
  const stage: Stage = { chromium, world, model, slug: owner.login };
  const lines: Line[] = [];
  for (const rung of wantedOf(rungs))
    for (const browser of wantedOf(browsers)) lines.push(await measure(stage, rung, browser));
  console.log(`As it is\n\n${tableOf(lines, 0)}\n\n3 % loss, 150 ms of jitter\n\n${tableOf(lines, 1)}`);
} finally {
  await chromium.close();
  await world.stop();
}

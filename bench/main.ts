import { writeFileSync } from "node:fs";
import { compareFigures, comparison, isLoss, keepFigures, readFigures, thisMachine } from "./kept-figures.ts";
import { type Row, table } from "./row.ts";

/** A long measurement yields its rows one by one, as it finishes them. */
type Measure = { run(): Promise<Row[]> | AsyncIterable<Row[]> };
type Part = [title: string, load: () => Promise<Measure>, howOften?: "by name alone"];

/**
 * Runs every benchmark, one after the other, and prints its table; with words, those whose titles have one of them. A
 * very long one runs by its name alone. `--json FILE` writes the figures too, `--keep` keeps them in `figures.json`, and
 * `--compare` shows them beside those that were kept last, and fails where a third was lost.
 */
const parts: Part[] = [
  ["Tips", () => import("./wallet/tips.ts")],
  ["Tips: whole", () => import("./wallet/whole-tips.ts")],
  ["Payments: checkouts and callbacks", () => import("./payments/checkouts.ts")],
  ["Accounts: known and unknown people", () => import("./accounts/enumeration.ts")],
  ["Events", () => import("./realtime/deliveries.ts")],
  ["Files", () => import("./storage/reads.ts")],
  ["Sockets: memory", () => import("./realtime/memory.ts")],
  ["Events of several nodes", () => import("./realtime/nodes.ts")],
  ["Overload: a busy room", () => import("./overload/room-messages.ts")],
  ["Media: viewers per core", () => import("./media/viewers-per-core.ts")],
  ["Media: viewers of two processes", () => import("./media/viewers-of-workers.ts")],
  ["Media: first frame", () => import("./media/first-frame.ts")],
  ["Media: churn", () => import("./media/churn.ts")],
  ["Shows: meters", () => import("./shows/meters.ts")],
  ["Shows: mode switch", () => import("./shows/mode-switch.ts")],
  ["Pages: what rendering costs", () => import("./web/costs.ts")],
  ["Pages: what a phone loads", () => import("./web/phone.ts")],
  ["Lists", () => import("./web/lists.ts")],
  ["Lists by size", () => import("./lists/by-size.ts")],
  ["Chats by size", () => import("./chats/by-size.ts")],
  ["Chats: messages", () => import("./chats/messages.ts")],
  ["Ten million messages", () => import("./chats/ten-million.ts"), "by name alone"],
];

const [, , ...args] = process.argv;
const jsonFile = args.includes("--json") ? args[args.indexOf("--json") + 1] : undefined;
const wanted = args
  .filter((arg) => !arg.startsWith("--") && arg !== jsonFile)
  .map((word) => word.toLowerCase());
const named = (title: string) => wanted.some((word) => title.toLowerCase().includes(word));
if (wanted.length > 0 && !parts.some(([title]) => named(title))) {
  console.error(`no part is called so; there are: ${parts.map(([title]) => title).join(" · ")}`);
  process.exit(1);
}
const all: Row[] = [];

for (const [title, load, howOften] of parts) {
  if (!named(title) && (wanted.length > 0 || howOften)) continue;
  console.log(`\n${title}`);
  try {
    const measured = (await load()).run();
    for await (const rows of Symbol.asyncIterator in measured ? measured : [measured]) {
      console.log(table(rows));
      all.push(...rows);
    }
  } catch (error) {
    console.log(`  not measured: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`);
if (args.includes("--compare")) {
  const compared = compareFigures(all, readFigures(), thisMachine());
  console.log(
    `\nBeside the last run that was kept, in times as good\n${comparison(compared) || "  none of these was kept"}`,
  );
  if (compared.some(isLoss)) process.exitCode = 1;
}
if (args.includes("--keep")) keepFigures(all);

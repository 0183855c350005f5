import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import type { Row } from "./row.ts";

/** A figure of an earlier run, with what it was measured on. */
export type KeptRow = Row & { commit: string; machine: string };

/** A figure beside that of the last run that was kept. */
export type Compared = {
  name: string;
  now: number;
  kept: number;
  /** What is compared: the ratio to the peer of the same run, or the bare figure. */
  of: string;
  /** How many times as good as it was, above 1 for better. */
  gain: number;
  /** The commit and the machine of the kept figure. */
  since: string;
};

/** The part of a figure whose loss is a failure. */
export const lossMax = 1 / 3;

/** In these a smaller figure is the better one. */
const smallIsGood = /^(ns|µs|us|ms|s|bytes|kB|KB|MB|GB|KiB|MiB)\b/;

const keyOf = ({ name, unit, peer }: Row) => `${name} · ${unit} · ${peer?.name ?? ""}`;

/**
 * Compares what was measured now with what was kept. A figure with a peer is compared by its ratio to it, which hardly
 * depends on the machine; one without a peer only where it was measured on the same machine.
 */
export function compareFigures(rows: readonly Row[], kept: readonly KeptRow[], machine: string): Compared[] {
  const before = new Map(kept.map((row) => [keyOf(row), row]));
  return rows.flatMap((row) => {
    const last = before.get(keyOf(row));
    if (!last) return [];
    const byRatio = row.ratio !== undefined && last.ratio !== undefined;
    if (!byRatio && last.machine !== machine) return [];
    const [now, then] = byRatio ? [row.ratio ?? 0, last.ratio ?? 0] : [row.value, last.value];
    if (now === 0 || then === 0) return [];
    return {
      name: row.name,
      now,
      kept: then,
      of: byRatio ? `× ${row.peer?.name ?? "peer"}` : row.unit,
      gain: smallIsGood.test(row.unit) ? then / now : now / then,
      since: `${last.commit} on ${last.machine}`,
    };
  });
}

/** Whether so much was lost that somebody must look. */
export const isLoss = ({ gain }: Compared): boolean => gain <= 1 - lossMax;

/** The kept figures with these in the place of their predecessors. */
export function withFigures(kept: readonly KeptRow[], rows: readonly KeptRow[]): KeptRow[] {
  const all = new Map([...kept, ...rows].map((row) => [keyOf(row), row]));
  return [...all.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const file = new URL("figures.json", import.meta.url);

export function readFigures(): KeptRow[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KeptRow[]) : [];
}

/** Keeps what was measured now, with the commit and the machine. */
export function keepFigures(rows: readonly Row[]): void {
  const commit = execFileSync("git", ["rev-parse", "--short=9", "HEAD"], { encoding: "utf8" }).trim();
  const fresh = rows.map((row) => ({ ...row, commit, machine: thisMachine() }));
  writeFileSync(file, `${JSON.stringify(withFigures(readFigures(), fresh), null, 2)}\n`);
}

/** The kind of machine: its processor, the number of cores and the memory. */
export function thisMachine(): string {
  const model = os.cpus()[0]?.model.trim() ?? os.arch();
  return `${os.availableParallelism()} × ${model}, ${Math.round(os.totalmem() / 2 ** 30)} GB`;
}

/** Comparisons as aligned text. */
export function comparison(compared: readonly Compared[]): string {
  const two = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 2 });
  return compared
    .map((one) => {
      const change = `${isLoss(one) ? "LOST  " : ""}× ${two(one.gain)}`;
      return `  ${one.name}: ${two(one.now)} ${one.of}, kept ${two(one.kept)} (${one.since})  ${change}`;
    })
    .join("\n");
}

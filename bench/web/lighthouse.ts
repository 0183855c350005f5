import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";
import type { SeenPage } from "./pages.ts";

/** Readings of each page, of which the median counts. */
const runs = Number(process.env.BENCH_LIGHTHOUSE_RUNS ?? 3);
const reportBytesMax = 64 * 1024 * 1024;
const program = path.resolve(import.meta.dirname, "../lighthouse/measure.ts");
const installed = existsSync(path.join(path.dirname(program), "node_modules"));

type Item = { url?: string; resourceType?: string; node?: { snippet?: string } };
type Audit = { score?: number | null; numericValue?: number; details?: { items?: Item[] } };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
type Result = { categories: Record<string, Category>; audits: Record<string, Audit> };

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/**
 * Lighthouse's mobile figures of a page, the median of its readings, beside the same page without its scripts. `applied`:
 * read on a line and a processor that are as slow as a phone's; the others Lighthouse reckons from a fast line, on which
 * scripts come before the first paint and are taken for something that it waited for. Nothing is measured without
 * Lighthouse and Chromium.
 */
export async function lighthouseOf(origin: string, page: SeenPage): Promise<Row[]> {
  const chromium = findChromium();
  if (!chromium || !installed) {
    console.error("Lighthouse's figures need Chromium and `npm ci --prefix bench/lighthouse`. Left out.");
    return [];
  }
  const results: Result[] = [];
  for (let i = 0; i < runs; i++) results.push(await read(origin, page, chromium));
  const bare = await read(origin, page, chromium, "without-scripts");
  const applied: Result[] = [];
  for (let i = 0; i < runs; i++) applied.push(await read(origin, page, chromium, "applied"));
  for (const failure of failuresIn(results)) console.error(`  ${page.name}: ${failure}`);
  const figure = (name: string, unit: string, aim: string, of: (result: Result) => number): Row => ({
    name: `${page.name}.${name}`,
    value: median(results.map(of)),
    unit,
    peer: { name: "without scripts", value: of(bare) },
    aim,
  });
  const slow = (name: string, unit: string, aim: string, of: (result: Result) => number): Row => ({
    name: `${page.name}.${name}_applied`,
    value: median(applied.map(of)),
    unit,
    aim,
  });
  const ms = (audit: string) => (result: Result) => result.audits[audit]?.numericValue ?? Number.NaN;
  return [
    ...categories.map((name) =>
      figure(name, "points", name === "performance" ? "≥ 95" : "100", (result) => scoreOf(result, name)),
    ),
    figure("largest_contentful_paint", "ms", "≤ 1800", ms("largest-contentful-paint")),
    figure("total_blocking_time", "ms", "≤ 150", ms("total-blocking-time")),
    figure("cumulative_layout_shift", "", "≤ 0.02", ms("cumulative-layout-shift")),
    slow("performance", "points", "≥ 95", (result) => scoreOf(result, "performance")),
    slow("largest_contentful_paint", "ms", "≤ 1800", ms("largest-contentful-paint")),
    slow("total_blocking_time", "ms", "≤ 150", ms("total-blocking-time")),
    await scriptRow(page.name, results),
  ];
}

const scoreOf = (result: Result, category: string) => (result.categories[category]?.score ?? 0) * 100;

/** The audits with a right and a wrong answer that keep a page from 100 points. */
function failuresIn([result]: Result[]): string[] {
  return categories.slice(1).flatMap((category) =>
    (result?.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (result?.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => {
        const [first] = result?.audits[id]?.details?.items ?? [];
        return `${category}: ${id} ${first?.node?.snippet ?? first?.url ?? JSON.stringify(first ?? "")}`;
      }),
  );
}

/** Every script that the page loads by itself until it is quiet, nobody having touched it, gzipped one by one. */
async function scriptRow(name: string, results: Result[]): Promise<Row> {
  const asked = results.flatMap((result) => result.audits["network-requests"]?.details?.items ?? []);
  const addresses = new Set(
    asked.flatMap((item) => (item.resourceType === "Script" ? [item.url ?? ""] : [])),
  );
  const scripts = await Promise.all([...addresses].map(async (url) => (await fetch(url)).bytes()));
  const value = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 6 }).length, 0) / 1000;
  return {
    name: `${name}.javascript_gzip`,
    value,
    unit: "KB",
    aim: name.startsWith("home") ? "≤ 135" : "≤ 155",
  };
}

async function read(
  origin: string,
  { path, cookie }: SeenPage,
  chromium: string,
  mode = "",
): Promise<Result> {
  const run = promisify(execFile);
  const given = [program, origin + path, chromium, cookie, mode];
  const { stdout } = await run(process.execPath, given, { maxBuffer: reportBytesMax });
  return JSON.parse(stdout) as Result;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

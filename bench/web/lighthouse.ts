import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { findChromium } from "../../scripts/find-executable.ts";
import type { Row } from "../row.ts";

const runs = 3;
const reportBytesMax = 64 * 1024 * 1024;
const program = path.resolve(import.meta.dirname, "../lighthouse/measure.ts");
const installed = existsSync(path.join(path.dirname(program), "node_modules"));

type Asked = { url: string; resourceType?: string };
type Audit = { numericValue?: number; details?: { items?: Asked[] } };
type Result = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };

/** Lighthouse's mobile figures of a page, the median of three runs each. Nothing is measured without it and Chromium. */
export async function lighthouseOf(url: string): Promise<Row[]> {
  const chromium = findChromium();
  if (!chromium || !installed) {
    console.error("Lighthouse's figures need Chromium and `npm ci --prefix bench/lighthouse`. Left out.");
    return [];
  }
  const results: Result[] = [];
  for (let i = 0; i < runs; i++) results.push(await once(url, chromium));
  const score = (category: string) => median(results.map((r) => (r.categories[category]?.score ?? 0) * 100));
  const ms = (audit: string) => median(results.map((r) => r.audits[audit]?.numericValue ?? Number.NaN));
  return [
    row("home.lighthouse_performance", score("performance"), "points", 90, "≥ 90"),
    row("home.lighthouse_accessibility", score("accessibility"), "points", 100, "100"),
    row("home.largest_contentful_paint", ms("largest-contentful-paint") / 1000, "s", 2, "≤ 2.0"),
    row("home.total_blocking_time", ms("total-blocking-time"), "ms", 150, "≤ 150"),
    row("home.first_contentful_paint", ms("first-contentful-paint") / 1000, "s", 1.8, "≤ 1.8"),
    row("home.cumulative_layout_shift", ms("cumulative-layout-shift"), "", 0.05, "≤ 0.05"),
    ...(await scriptRows(results)),
  ];
}

/**
 * Every script that the page loads by itself until it is quiet, nobody having touched it, gzipped one by one: at the
 * level most servers use and at the best.
 */
async function scriptRows(results: Result[]): Promise<Row[]> {
  const asked = results.flatMap((result) => result.audits["network-requests"]?.details?.items ?? []);
  const addresses = new Set(asked.filter((item) => item.resourceType === "Script").map(({ url }) => url));
  const scripts = await Promise.all([...addresses].map(async (url) => (await fetch(url)).bytes()));
  const kilobytes = (level: number) =>
    scripts.reduce((sum, script) => sum + gzipSync(script, { level }).length, 0) / 1000;
  return [6, 9].map((level) => row(`home.javascript_gzip_${level}`, kilobytes(level), "KB", 135, "≤ 135"));
}

const row = (name: string, value: number, unit: string, budget: number, aim: string): Row => ({
  name,
  value,
  unit,
  peer: { name: "budget", value: budget },
  ratio: value / budget,
  aim,
});

async function once(url: string, chromium: string): Promise<Result> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [program, url, chromium], { maxBuffer: reportBytesMax });
  return JSON.parse(stdout) as Result;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

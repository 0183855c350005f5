import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { readSources } from "./closure.ts";
import { heavyTests } from "./heavy-tests.ts";

/** Fingerprints of heavy tests' closures as they last passed, by test file. */
export type Passed = Readonly<Record<string, string>>;
/** Heavy tests by whether what they are made of has changed since they last passed. */
export type Selection = { fingerprints: Passed; due: string[]; unchanged: string[] };

const rootDir = path.resolve(import.meta.dirname, "../..");
const record = path.join(import.meta.dirname, "passed.json");

/** The heavy tests that are due in this checkout. */
export function selectHeavyTests(): Selection {
  const sources = readSources(rootDir, packageJson.imports);
  const fingerprints = Object.fromEntries(
    Object.keys(heavyTests).map((file) => [file, sources.fingerprintOf(file)]),
  );
  return { fingerprints, ...compare(fingerprints, JSON.parse(readFileSync(record, "utf8")) as Passed) };
}

/** Divides the tests that have a fingerprint by whether it is the one with which they passed. */
export function compare(fingerprints: Passed, passed: Passed): Omit<Selection, "fingerprints"> {
  const files = Object.keys(fingerprints);
  const isUnchanged = (file: string) => fingerprints[file] === passed[file];
  return { due: files.filter((file) => !isUnchanged(file)), unchanged: files.filter(isUnchanged) };
}

/** Notes in the checkout with which fingerprints heavy tests have passed; the others must pass before they rest again. */
export function recordPassed({ fingerprints }: Selection, passedFiles: ReadonlySet<string>): void {
  const passed = Object.entries(fingerprints).filter(([file]) => passedFiles.has(file));
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(passed), null, 2)}\n`);
}

/** Says which heavy tests run and which do not, for the log of a run. */
export function describeSelection({ due, unchanged }: Selection): string {
  const list = (files: readonly string[]) => files.map((file) => `  ${file} (${heavyTests[file]})`);
  return [
    ...(due.length > 0 ? ["heavy tests that ran, because what they import has changed:", ...list(due)] : []),
    ...(unchanged.length > 0
      ? [
          "heavy tests that did not run, because nothing they import has changed since they passed (`npm run test:all` runs them):",
          ...list(unchanged),
        ]
      : []),
  ].join("\n");
}

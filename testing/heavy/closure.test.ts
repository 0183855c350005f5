import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSources } from "./closure.ts";

const testFile = "server/nodes.test.ts";
const files: Record<string, string> = {
  "package-lock.json": "{}",
  "vitest.config.ts": 'export const setup = "testing/setup.ts";',
  "testing/setup.ts": "",
  [testFile]: [
    'import { pay } from "#server/wallet/pay.ts";',
    'import type { Shape } from "./shape.ts";',
    "import type {",
    "  More,",
    '} from "./more.ts";',
    'const engine = new URL("./engine.ts", import.meta.url);',
    'const program = ["scripts/start.mjs"];',
    "const told = `",
    '  import { tell } from "#server/tell.ts";',
    "`;",
  ].join("\n"),
  "server/shape.ts": "",
  "server/more.ts": "",
  "server/engine.ts": 'const settings = path.join(here, "engine.toml");',
  "server/engine.toml": "",
  "server/tell.ts": 'const words = import("../locales/words.json");',
  "server/wallet/pay.ts": 'const folder = path.resolve(import.meta.dirname, "./rules/");',
  "server/wallet/other.ts": "",
  "server/wallet/rules/deep/bounds.sql": "",
  "scripts/start.mjs": "",
  "locales/words.json": "{}",
  "locales/others.json": "{}",
};

let root = "";
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const sources = () => readSources(root, { "#server/*": "./server/*" });

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "fanlight-closure-"));
  for (const [file, text] of Object.entries(files)) write(file, text);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const without = ["server/shape.ts", "server/more.ts", "server/wallet/other.ts", "locales/others.json"];
const within = Object.keys(files).filter((file) => !without.includes(file));

test("a test is made of what it imports and starts, of the data beside that, and of how tests are run", () => {
  expect(sources().closureOf(testFile)).toEqual(within.sort());
});

test.each(within)("a test has another fingerprint when %s changes", (file) => {
  const before = sources().fingerprintOf(testFile);
  expect(sources().fingerprintOf(testFile)).toBe(before);
  write(file, `${files[file]}\n`);
  expect(sources().fingerprintOf(testFile)).not.toBe(before);
});

test.each(without)("a test keeps its fingerprint when %s changes, of which it sees at most types", (file) => {
  const before = sources().fingerprintOf(testFile);
  write(file, `${files[file]}\n`);
  expect(sources().fingerprintOf(testFile)).toBe(before);
});

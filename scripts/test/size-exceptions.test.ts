import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rootDir } from "./run-tool.ts";

type Rules = Readonly<Record<string, unknown>>;
type Override = { files: readonly string[]; rules: Rules };
type LintConfig = { rules: Rules; overrides: readonly Override[] };

const sizeRules = ["max-lines", "max-lines-per-function"] as const;
const config: LintConfig = JSON.parse(readFileSync(path.join(rootDir, ".oxlintrc.json"), "utf8"));

/** Names files instead of kinds of files. */
const isListOfExceptions = ({ files, rules }: Override, rule: string) =>
  rule in rules && files.every((file) => !file.includes("*"));

/** The files of `listed` that break the rule once nothing excepts them. */
function filesTooLong(rule: string, listed: readonly string[]): Set<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-lint-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const strict = path.join(folder, "oxlintrc.json");
  const overrides = config.overrides
    .filter((override) => rule in override.rules && !isListOfExceptions(override, rule))
    .map(({ files, rules }) => ({ files, rules: { [rule]: rules[rule] } }));
  writeFileSync(
    strict,
    JSON.stringify({ categories: { correctness: "off" }, rules: { [rule]: config.rules[rule] }, overrides }),
  );
  const output = findingsOf(["-c", strict, "--format", "json", ...listed]);
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { filename: string }[] };
  return new Set(diagnostics.map(({ filename }) => filename));
}

/** The output of oxlint; it ends with 1 where it found something. */
function findingsOf(args: readonly string[]): string {
  try {
    return execFileSync(path.join(rootDir, "node_modules/.bin/oxlint"), args, {
      cwd: rootDir,
      encoding: "utf8",
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.each(sizeRules)(
  "every file that %s excepts is still too long: take off the list what is not",
  (rule) => {
    const listed = config.overrides
      .filter((override) => isListOfExceptions(override, rule))
      .flatMap(({ files }) => files);
    if (listed.length === 0) return;
    const tooLong = filesTooLong(rule, listed);
    expect(listed.filter((file) => !tooLong.has(file))).toEqual([]);
  },
);

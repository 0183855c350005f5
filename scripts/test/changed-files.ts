import { execFileSync } from "node:child_process";
import { rootDir } from "./run-tool.ts";

/** Files that differ from `since`, a commit, and those that git does not know yet; relative to the checkout. */
export function changedFiles(since: string): string[] {
  const known = git("diff", "--name-only", "--diff-filter=d", "--relative", since);
  const added = git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...known, ...added])];
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { cwd: rootDir, encoding: "utf8" }).split("\n").filter(Boolean);
}

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { requirementIdsIn, untested } from "./trace/requirement-ids.ts";

/** Lists the firm requirements that no test title names, and titles that name no known requirement. */
const root = path.resolve(import.meta.dirname, "..");
const known = requirementIdsIn(readFileSync(path.join(root, "docs/requirements.md"), "utf8"));
const tests = globSync("{contract,server,media-engine,demo,web,e2e}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
});
const report = untested(
  known,
  tests.map((file) => readFileSync(path.join(root, file), "utf8")),
);

for (const id of report.unnamed) console.log(`no test names ${id}`);
for (const id of report.unknown) console.log(`a test names ${id}, which is no requirement`);
console.log(
  `${known.length - report.unnamed.length} of ${known.length} firm requirements are named by a test`,
);
process.exitCode = report.unknown.length > 0 ? 1 : 0;

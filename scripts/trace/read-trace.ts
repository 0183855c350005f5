import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { notBuiltIn, requirementIdsIn, type Trace, untested } from "./requirement-ids.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Without the trace's own tests, whose titles and ids are made up. */
const exclude = ["scripts/trace/requirement-ids.test.ts"];
const testFiles = "{contract,server,media-engine,demo,web,e2e,scripts}/**/*.{test,spec}.{ts,tsx}";

/** The firm requirements of this project, what is said to be missing of them, and how the tests stand to them. */
export function readTrace(): Trace & { known: string[]; notBuilt: Map<string, string> } {
  const text = readFileSync(path.join(root, "docs/requirements.md"), "utf8");
  const [known, notBuilt] = [requirementIdsIn(text), notBuiltIn(text)];
  const sources = globSync(testFiles, { cwd: root, exclude }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  return { known, notBuilt, ...untested(known, sources, notBuilt.keys()) };
}

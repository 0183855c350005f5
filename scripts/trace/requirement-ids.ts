import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const idPattern = /\bR-[A-Z0-9]+-\d{2}\b/g;
/** A title is what a call of `test` and its kin begins with, or the call of a table: `test.each([…] as const)("…"`. */
const titlePattern =
  /(?:\b(?:test|it|describe)(?:\.\w+)*|\]\s*(?:as const)?,?\s*\))\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/g;
/** The id that begins a row of a table of tests, which their title then begins with. */
const rowPattern = /\[\s*["'](R-[A-Z0-9]+-\d{2})["']/g;
const titleOfRow = /^(?:%s|\$\{\w+\})/;
/** Rows that propose and resolve; only the firm ones must be shown. */
const notFirm = /^R-(OPEN|AMB)-/;
const notBuiltHeading = "## Not built yet";

/** The firm requirement ids of the requirements list, in its order. */
export function requirementIdsIn(markdown: string): string[] {
  return rowsIn(partsOf(markdown).requirements)
    .map(([id]) => id)
    .filter((id) => !notFirm.test(id));
}

/** The missing parts of requirements that the list names, by id. */
export function notBuiltIn(markdown: string): Map<string, string> {
  return new Map(rowsIn(partsOf(markdown).notBuilt));
}

/** Ids that stand in the titles of tests. `R-PAY-18, R-PAY-19: …` names two. */
export function idsInTitles(source: string): string[] {
  const titles = [...source.matchAll(titlePattern)].map((match) => match[2] ?? "");
  const rows = titles.some((title) => titleOfRow.test(title)) ? [...source.matchAll(rowPattern)] : [];
  return [
    ...titles.flatMap((title) => [...title.matchAll(idPattern)].map(String)),
    ...rows.map(([, id = ""]) => id),
  ];
}

export type Trace = {
  /** Neither named by a title nor listed as missing. */
  unnamed: string[];
  /** Named by a title or listed as missing, and no requirement. */
  unknown: string[];
};

/** The known ids that no title names and nothing excuses, and the named ids that nobody knows. */
export function untested(known: string[], sources: string[], notBuilt: Iterable<string> = []): Trace {
  const named = new Set(sources.flatMap(idsInTitles));
  const missing = new Set(notBuilt);
  const firm = new Set(known);
  return {
    unnamed: known.filter((id) => !named.has(id) && !missing.has(id)),
    unknown: [...new Set([...named, ...missing])].filter((id) => !notFirm.test(id) && !firm.has(id)).sort(),
  };
}

function partsOf(markdown: string): { requirements: string; notBuilt: string } {
  const at = markdown.indexOf(notBuiltHeading);
  if (at < 0) return { requirements: markdown, notBuilt: "" };
  const after = markdown.indexOf("\n## ", at);
  const end = after < 0 ? markdown.length : after;
  return { requirements: markdown.slice(0, at) + markdown.slice(end), notBuilt: markdown.slice(at, end) };
}

function rowsIn(markdown: string): [id: string, text: string][] {
  return [...markdown.matchAll(/^\| (R-[A-Z0-9]+-\d{2}) \| (.*) \|$/gm)].map(([, id = "", text = ""]) => [
    id,
    text,
  ]);
}

const root = path.resolve(import.meta.dirname, "../..");
/** Without the trace's own tests, whose titles and ids are made up. */
const exclude = ["scripts/trace/requirement-ids.test.ts"];
const testFiles = "{contract,server,media-engine,demo,web,e2e,scripts}/**/*.{test,spec}.{ts,tsx}";

/** The firm requirements of this project, what is listed as missing of them, and how the tests stand to them. */
export function readTrace(): Trace & { known: string[]; notBuilt: Map<string, string> } {
  const text = readFileSync(path.join(root, "docs/requirements.md"), "utf8");
  const [known, notBuilt] = [requirementIdsIn(text), notBuiltIn(text)];
  const sources = globSync(testFiles, { cwd: root, exclude }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  return { known, notBuilt, ...untested(known, sources, notBuilt.keys()) };
}

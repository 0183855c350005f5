const idPattern = /\bR-[A-Z0-9]+-\d{2}\b/g;
const titlePattern = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/g;
/** Rows that propose and resolve; only the firm ones must be shown. */
const notFirm = /^R-(OPEN|AMB)-/;

/** The firm requirement ids of the requirements list, in its order. */
export function requirementIdsIn(markdown: string): string[] {
  const ids = [...markdown.matchAll(/^\| (R-[A-Z0-9]+-\d{2}) \|/gm)].map((match) => match[1] ?? "");
  return ids.filter((id) => !notFirm.test(id));
}

/** Ids that stand in the titles of tests. `R-PAY-18, R-PAY-19: …` names two. */
export function idsInTitles(source: string): string[] {
  return [...source.matchAll(titlePattern)].flatMap((match) =>
    [...(match[2] ?? "").matchAll(idPattern)].map(String),
  );
}

/** Which known ids no title names, and which named ids nobody knows. */
export function untested(known: string[], sources: string[]): { unnamed: string[]; unknown: string[] } {
  const named = new Set(sources.flatMap(idsInTitles));
  const firm = new Set(known);
  return {
    unnamed: known.filter((id) => !named.has(id)),
    unknown: [...named].filter((id) => !notFirm.test(id) && !firm.has(id)).sort(),
  };
}

/** A part of a legal text. `id` is the same in every language, so that a link to a section survives a switch. */
export type Block = { id: string } & (
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "points"; points: readonly string[] }
);

export type Heading = Extract<Block, { kind: "heading" }>;

/** Reads a plain text: `## ` begins a heading, `- ` a point of a list; all else is a paragraph with its line breaks. */
export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const counts = { heading: 0, paragraph: 0, points: 0 };
  for (const { kind, lines } of runsOf(text)) {
    counts[kind] += 1;
    if (kind === "heading") blocks.push({ kind, id: `section-${counts[kind]}`, text: lines.join(" ") });
    else if (kind === "points") blocks.push({ kind, id: `points-${counts[kind]}`, points: lines });
    else blocks.push({ kind, id: `paragraph-${counts[kind]}`, text: lines.join("\n") });
  }
  return blocks;
}

export function headingsOf(blocks: readonly Block[]): Heading[] {
  return blocks.filter((block) => block.kind === "heading");
}

type Run = { kind: Block["kind"]; lines: string[] };

/** Lines of one kind that stand together; an empty line and every heading end a run. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let ended = true;
  for (const line of text.split(/\r?\n/)) {
    const { kind, words } = readLine(line);
    const last = runs.at(-1);
    if (words !== "" && !ended && last?.kind === kind) last.lines.push(words);
    else if (words !== "") runs.push({ kind, lines: [words] });
    ended = words === "" || kind === "heading";
  }
  return runs;
}

function readLine(line: string): { kind: Block["kind"]; words: string } {
  const trimmed = line.trim();
  if (trimmed.startsWith("## ")) return { kind: "heading", words: trimmed.slice(3).trim() };
  if (trimmed.startsWith("- ")) return { kind: "points", words: trimmed.slice(2).trim() };
  return { kind: "paragraph", words: trimmed };
}

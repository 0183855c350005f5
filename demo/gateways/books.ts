import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The records that a simulated provider keeps of its business. */
export type Books<Entry> = {
  save(entry: Entry): void;
  get(key: string): Entry | undefined;
  all(): Entry[];
};

const entriesMax = 10_000;

/**
 * Keeps the last 10,000 entries in memory, one for each key, and, when `file` is given, as one JSON line for each
 * change, so that they are still known after a restart. A last line that a crash cut short is left out.
 */
export function openBooks<Entry>(file: string | null, keyOf: (entry: Entry) => string): Books<Entry> {
  const entries = new Map<string, Entry>();
  const keep = (entry: Entry) => {
    const key = keyOf(entry);
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next().value;
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
  };
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const entry of readEntries<Entry>(file)) keep(entry);
    writeFileSync(file, [...entries.values()].map(toLine).join(""));
  }
  return {
    save(entry) {
      keep(entry);
      if (file) appendFileSync(file, toLine(entry));
    },
    get: (key) => entries.get(key),
    all: () => [...entries.values()],
  };
}

const toLine = (entry: unknown) => `${JSON.stringify(entry)}\n`;

function readEntries<Entry>(file: string): Entry[] {
  return readIfThere(file)
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Entry];
      } catch {
        return [];
      }
    });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Fault } from "./faults.ts";

/** The text of the fault's file with the fault in it. Throws unless the right text stands there exactly once. */
export function withFault(text: string, { title, file, right, wrong }: Fault): string {
  const [before, after, ...more] = text.split(right);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`"${title}": what is to be replaced does not stand once in ${file}`);
  return before + wrong + after;
}

/** Writes a fault into the checkout at `root`; answers how to take it out again. */
export function plant(root: string, fault: Fault): () => void {
  const file = path.join(root, fault.file);
  const right = readFileSync(file, "utf8");
  writeFileSync(file, withFault(right, fault));
  return () => writeFileSync(file, right);
}

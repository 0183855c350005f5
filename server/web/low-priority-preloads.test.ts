import { expect, test } from "vitest";
import { lowPriorityPreloads } from "./low-priority-preloads.ts";

const PAGE = '<p>ñandú</p><link rel="modulepreload" href="/a.js"/><link rel="stylesheet"/><p>rel="mod</p>';
const WANTED = PAGE.replace('"modulepreload"', '"modulepreload" fetchpriority="low"');

async function through(pieces: readonly Buffer[]): Promise<string> {
  const stream = lowPriorityPreloads();
  for (const piece of pieces) stream.write(piece);
  stream.end();
  const out: Buffer[] = [];
  for await (const piece of stream) out.push(piece as Buffer);
  return Buffer.concat(out).toString();
}

test("preloaded scripts get low priority, everything else stays as it is", async () => {
  expect(await through([Buffer.from(PAGE)])).toBe(WANTED);
});

test("wherever the stream is cut, in the middle of a letter too, the document is the same", async () => {
  const bytes = Buffer.from(PAGE);
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(await through([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(WANTED);
  }
});

import { expect, test } from "vitest";
import { createUniquenessCheck, type Uniqueness } from "./uniqueness.tsx";

type Asked = { text: string; signal: AbortSignal; answer(free: boolean | null): void };

function bench() {
  const reported: Uniqueness[] = [];
  const asked: Asked[] = [];
  const check = createUniquenessCheck({
    isWhole: (text) => text.length >= 3,
    ask: (text, signal) => new Promise((answer) => asked.push({ text, signal, answer })),
    onChange: (state) => reported.push(state),
  });
  return { reported, asked, check };
}

test("R-AUTH-14: a taken name is reported as it is typed", async () => {
  const { reported, asked, check } = bench();
  const done = check("luna");
  asked[0]?.answer(false);
  await done;
  expect(reported).toEqual(["checking", "taken"]);
});

test("only the answer to the latest input counts, whatever order answers come in", async () => {
  const { reported, asked, check } = bench();
  const first = check("lun");
  const second = check("luna2");
  asked[1]?.answer(true);
  asked[0]?.answer(false);
  await Promise.all([first, second]);
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(reported).toEqual(["checking", "checking", "free"]);
});

test("what is not yet a whole name is not asked about", async () => {
  const { reported, asked, check } = bench();
  await check("lu");
  expect(asked).toHaveLength(0);
  expect(reported).toEqual(["unknown"]);
});

test("no answer from the server never blocks the form", async () => {
  const { reported, asked, check } = bench();
  const done = check("luna");
  asked[0]?.answer(null);
  await done;
  expect(reported.at(-1)).toBe("unknown");
});

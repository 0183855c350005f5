import { expect, test } from "vitest";
import type { Transport } from "./api.ts";
import { withRetries } from "./browser-api.ts";

const overloaded = {
  status: 503,
  text: JSON.stringify({ code: "overloaded", message: "Later.", retry_after: 2 }),
};
const fine = { status: 200, text: "{}" };

/** A server that gives these answers in turn, and then the last one for ever. */
function serverOf(...answers: { status: number; text: string }[]) {
  const asked: string[] = [];
  const waits: number[] = [];
  const transport: Transport = async ({ method }) => {
    asked.push(method);
    return answers[Math.min(asked.length, answers.length) - 1] ?? fine;
  };
  const wait = async (ms: number) => void waits.push(ms);
  const ask = (method: string) =>
    withRetries(transport, { wait, random: () => 0.5 })({
      method,
      path: "/",
      headers: {},
      signal: new AbortController().signal,
    });
  return { ask, asked, waits };
}

test("a read that an overloaded server refused is asked for again, after the time it named and some chance", async () => {
  const { ask, waits } = serverOf(overloaded, overloaded, fine);
  expect(await ask("GET")).toEqual(fine);
  expect(waits).toEqual([3_000, 3_000]);
});

test("after four tries the refusal is passed on", async () => {
  const { ask, asked } = serverOf(overloaded);
  expect(await ask("GET")).toEqual(overloaded);
  expect(asked).toHaveLength(4);
});

test("what changes something is never repeated, nor what failed for another reason", async () => {
  const writing = serverOf(overloaded);
  expect(await writing.ask("POST")).toEqual(overloaded);
  expect(writing.asked).toEqual(["POST"]);
  for (const answer of [
    { status: 503, text: "<html>" },
    { status: 500, text: overloaded.text },
  ]) {
    const other = serverOf(answer);
    expect(await other.ask("GET")).toEqual(answer);
    expect(other.asked).toEqual(["GET"]);
  }
});

test("who goes away while waiting is not kept", async () => {
  const leaving = new AbortController();
  const asking = withRetries(async () => overloaded)({
    method: "GET",
    path: "/",
    headers: {},
    signal: leaving.signal,
  });
  leaving.abort();
  await expect(asking).rejects.toThrow();
});

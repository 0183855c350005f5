import { expect, test } from "vitest";
import { Backlog } from "./backlog.ts";

const packet = (name: string) => Buffer.from(name);

test("what a slow stream has not taken in time is dropped from the oldest on, and what is fresh stays in order", () => {
  const backlog = new Backlog(300);
  backlog.push(packet("first"), 0);
  backlog.push(packet("second"), 200);
  backlog.push(packet("third"), 400);
  expect(backlog.dropped).toBe(1);
  expect(String(backlog.next(500))).toBe("second");
  expect(backlog.next(701)).toBeNull();
  expect(backlog.dropped).toBe(2);
});

test("it never holds more than what came within its time", () => {
  const backlog = new Backlog(300);
  for (let atMs = 0; atMs < 100_000; atMs += 1) backlog.push(packet("x"), atMs);
  let held = 0;
  while (backlog.next(100_000)) held += 1;
  expect(held).toBe(300);
});

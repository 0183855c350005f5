import { setImmediate as settled } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { keepShapes } from "./keep-shape.ts";

const tall = new Map([["luna", { picture: { width: 360, height: 640 } }]]);
const wide = new Map([["luna", { picture: { width: 640, height: 360 } }]]);

test("of one room one shape is written at a time, and the last one stands in the end", async () => {
  const written: string[] = [];
  const first = Promise.withResolvers<void>();
  const write = async (_slug: string, shape: string) => {
    if (written.length === 0 && shape === "tall") await first.promise;
    written.push(shape);
  };
  const report = keepShapes({ write, log: { warn: vi.fn() } });
  report(tall);
  report(wide);
  await settled();
  expect(written).toEqual([]);
  first.resolve();
  await settled();
  report(wide);
  report(wide);
  await settled();
  report(wide);
  expect(written).toEqual(["tall", "wide"]);
});

test("what could not be written is said, and written with the next report; a room that comes back is written again", async () => {
  const written: string[] = [];
  const warn = vi.fn();
  const write = async (_slug: string, shape: string) => {
    if (warn.mock.calls.length === 0) throw new Error("the database is away");
    written.push(shape);
  };
  const report = keepShapes({ write, log: { warn } });
  for (const rooms of [wide, wide, new Map(), wide]) {
    report(rooms);
    await settled();
  }
  expect(warn).toHaveBeenCalledOnce();
  expect(written).toEqual(["wide", "wide"]);
});

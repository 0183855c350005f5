import { expect, test } from "vitest";
import { compareFigures, comparison, isLoss, type KeptRow, withFigures } from "./kept-figures.ts";
import type { Row } from "./row.ts";

const tips: Row = {
  name: "tips",
  value: 900,
  unit: "tips/s",
  peer: { name: "floor", value: 1_000 },
  ratio: 0.9,
};
const frame: Row = { name: "first frame", value: 200, unit: "ms" };
const keep = (row: Row, machine = "here"): KeptRow => ({ ...row, commit: "abc", machine });

test("a figure with a peer is compared by its ratio, on any machine; one without on the same alone", () => {
  const faster = { ...tips, value: 90, ratio: 0.45 };
  const kept = [keep(tips, "elsewhere"), keep(frame, "elsewhere")];
  const compared = compareFigures([faster, { ...frame, value: 400 }], kept, "here");
  expect(compared).toEqual([
    { name: "tips", now: 0.45, kept: 0.9, of: "× floor", gain: 0.5, since: "abc on elsewhere" },
  ]);
  expect(compareFigures([{ ...frame, value: 400 }], [keep(frame)], "here")).toMatchObject([{ gain: 0.5 }]);
});

test("a loss of a third is shown as one, in figures that should grow and in those that should shrink", () => {
  const of = (ratio: number, ms: number) =>
    compareFigures(
      [
        { ...tips, ratio },
        { ...frame, value: ms },
      ],
      [keep(tips), keep(frame)],
      "here",
    );
  expect(of(0.6, 300).map(isLoss)).toEqual([true, true]);
  expect(of(0.62, 290).map(isLoss)).toEqual([false, false]);
  expect(of(2, 50).map(isLoss)).toEqual([false, false]);
  expect(comparison(of(0.6, 200))).toBe(
    "  tips: 0.6 × floor, kept 0.9 (abc on here)  LOST  × 0.67\n  first frame: 200 ms, kept 200 (abc on here)  × 1",
  );
});

test("what is measured again takes the place of what was kept, and the rest stays", () => {
  const all = withFigures([keep(tips), keep(frame)], [{ ...keep(tips), ratio: 2, commit: "def" }]);
  expect(all.map(({ name, commit }) => [name, commit])).toEqual([
    ["first frame", "abc"],
    ["tips", "def"],
  ]);
});

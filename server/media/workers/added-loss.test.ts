import { expect, test } from "vitest";
import { AddedLoss } from "./added-loss.ts";

test("what the workers have lost is added up, and never falls with one that begins again", () => {
  const loss = new AddedLoss();
  expect(loss.total()).toEqual({ expected: 0, lost: 0 });
  loss.report(0, { expected: 100, lost: 5 });
  loss.report(1, { expected: 40, lost: 2 });
  loss.report(0, { expected: 200, lost: 6 });
  expect(loss.total()).toEqual({ expected: 240, lost: 8 });
  loss.lose(0);
  expect(loss.total()).toEqual({ expected: 240, lost: 8 });
  loss.report(0, { expected: 10, lost: 1 });
  expect(loss.total()).toEqual({ expected: 250, lost: 9 });
});

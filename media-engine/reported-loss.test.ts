import { expect, test } from "vitest";
import { ReportedLoss } from "#engine/reported-loss.ts";

/** A viewer who was sent packets up to `newestSent`, and what its reports about them add up to. */
function viewer(newestSent = 100_000) {
  const total = { expected: 0, lost: 0 };
  const loss = new ReportedLoss(total);
  const report = (highest: number, lost: number) => {
    loss.take({ ssrc: 9, lossRatio: 0, highest, lost }, newestSent);
    return { ...total };
  };
  return { report };
}

test("reports count from one to the next, beyond the wrap of the numbers, and the first one begins", () => {
  const { report } = viewer(66_600);
  expect(report(65_000, 3)).toEqual({ expected: 0, lost: 0 });
  expect(report(66_000, 13)).toEqual({ expected: 1_000, lost: 10 });
  expect(report(66_500, 13)).toEqual({ expected: 1_500, lost: 10 });
});

test("a report that is old, or says the same again, counts nothing", () => {
  const { report } = viewer();
  report(90_000, 0);
  expect(report(91_000, 5)).toEqual({ expected: 1_000, lost: 5 });
  expect(report(90_500, 2)).toEqual({ expected: 1_000, lost: 5 });
  expect(report(91_000, 5)).toEqual({ expected: 1_000, lost: 5 });
});

test("packets that came twice are no gain", () => {
  const { report } = viewer();
  report(90_000, 50);
  expect(report(90_100, 20)).toEqual({ expected: 100, lost: 0 });
});

test("nobody can claim packets that were never sent, nor more losses than packets", () => {
  const { report } = viewer(90_050);
  report(90_000, 0);
  expect(report(95_000, 8_000_000)).toEqual({ expected: 50, lost: 50 });
  expect(report(97_000, 8_000_000)).toEqual({ expected: 50, lost: 50 });
});

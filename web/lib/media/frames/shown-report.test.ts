import { expect, test } from "vitest";
import { createShownReport } from "./shown-report.ts";

test("R-OPEN-63: what was shown is confirmed once it has moved on, and nothing more while it rests", () => {
  const report = createShownReport();
  expect(report.sample({ timeUs: 5_000.4, isPlaying: false })).toEqual({ shown: 0 });
  expect(report.sample({ timeUs: 5_000.4, isPlaying: true })).toEqual({ shown: 5_000 });
  expect(report.sample({ timeUs: 505_000, isPlaying: false })).toEqual({ shown: 5_000 });
  expect(report.sample({ timeUs: 505_000, isPlaying: true })).toEqual({ shown: 505_000 });
});

test("R-OPEN-63: what playback jumped over is reported as never shown, once", () => {
  const report = createShownReport();
  report.jumped(900);
  expect(report.sample({ timeUs: 1_000, isPlaying: true })).toEqual({ shown: 1_000 });
  report.jumped(3_000);
  report.jumped(400);
  expect(report.sample({ timeUs: 4_900, isPlaying: false })).toEqual({ shown: 1_000 });
  expect(report.sample({ timeUs: 5_200, isPlaying: true })).toEqual({ shown: 5_200, missed: 3_400 });
  expect(report.sample({ timeUs: 5_300, isPlaying: true })).toEqual({ shown: 5_300 });
});

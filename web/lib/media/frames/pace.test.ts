import { expect, test } from "vitest";
import { firstPace, type Pace, type PaceReading, paceAfter } from "./pace.ts";

const calm: PaceReading = { nowMs: 0, aheadMs: 400, keyAgeMs: 500, isStarved: false };
const first = firstPace(0);

/** Plays with so much ahead until nothing changes any more, or a second has passed ten times. */
function playOn(pace: Pace, aheadMs: number, seconds = 10) {
  let [now, ahead] = [pace, aheadMs];
  for (let ms = 0; ms < seconds * 1_000; ms += 100) {
    const step = paceAfter(now, { ...calm, nowMs: ms, aheadMs: ahead });
    ahead = step.jumpToMs ?? ahead - (step.pace.rate - 1) * 100;
    now = step.pace;
  }
  return { pace: now, ahead };
}

test("at its target the picture plays as it comes", () => {
  expect(paceAfter(first, calm)).toMatchObject({ pace: { rate: 1 }, jumpToMs: null, isHopeless: false });
});

test("what is late catches up by hardly anything, until the target is met and not beyond", () => {
  const { pace, ahead } = playOn(first, 900, 20);
  expect(pace.rate).toBe(1);
  expect(ahead).toBeGreaterThan(350);
  expect(ahead).toBeLessThanOrEqual(400);
});

test("what nearly runs out is slowed down until something is ahead", () => {
  const { pace, ahead } = playOn(first, 20);
  expect(pace.rate).toBe(1);
  expect(ahead).toBeGreaterThanOrEqual(395);
});

test("more than a second and a half behind it jumps to where live is, if that is quick", () => {
  expect(paceAfter(first, { ...calm, aheadMs: 2_000 })).toMatchObject({ jumpToMs: 400, pace: { rate: 1 } });
  const slow = paceAfter(first, { ...calm, aheadMs: 2_000, keyAgeMs: 60_000 });
  expect(slow).toMatchObject({ jumpToMs: null, pace: { rate: 1.15 }, isHopeless: false });
  expect(paceAfter(first, { ...calm, aheadMs: 6_000, keyAgeMs: 60_000 }).isHopeless).toBe(true);
});

test("each time that it runs out more is kept ahead, up to a bound; calm takes it back", () => {
  let pace = paceAfter(first, calm).pace;
  for (let times = 0; times < 10; times += 1) {
    pace = paceAfter(pace, { ...calm, isStarved: true }).pace;
    pace = paceAfter(pace, { ...calm, isStarved: true }).pace;
    pace = paceAfter(pace, calm).pace;
  }
  expect(pace.targetMs).toBe(900);
  for (let nowMs = 0; nowMs < 400_000; nowMs += 1_000) pace = paceAfter(pace, { ...calm, nowMs }).pace;
  expect(pace.targetMs).toBe(300);
});

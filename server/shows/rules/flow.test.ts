import { describe, expect, test } from "vitest";
import type { Stretch } from "#server/kit/stretches.ts";
import { countFlow } from "./flow.ts";

const whole = (fromMs: number, toMs: number) => ({ fromMs, toMs, flowedMs: toMs - fromMs });
const show = { fromMs: 0, toMs: 60_000 };
const none: { pauses: Stretch[]; counted: Stretch[] } = { pauses: [], counted: [] };

describe("R-OPEN-63: what flowed is counted", () => {
  test("once, however often it is reported, and by however many playbacks at the same time", () => {
    const first = countFlow([whole(1_000, 3_000)], { span: show, ...none });
    expect(first).toEqual({ ms: 2_000, cheaperMs: 0, counted: [{ fromMs: 1_000, toMs: 3_000 }] });
    const reported = [whole(1_000, 3_500), whole(3_200, 4_000), whole(3_200, 4_000)];
    const second = countFlow(reported, { ...none, span: show, counted: first.counted });
    expect(second).toEqual({ ms: 1_000, cheaperMs: 0, counted: [{ fromMs: 1_000, toMs: 4_000 }] });
    expect(countFlow(reported, { ...none, span: show, counted: second.counted }).ms).toBe(0);
  });

  test("of a playback that took the place of another, for both, without the time between", () => {
    const { ms } = countFlow([whole(1_000, 1_400), whole(1_700, 2_000)], { span: show, ...none });
    expect(ms).toBe(700);
  });

  test("when it is reported late, for the time that the report is about", () => {
    const counted = [{ fromMs: 5_000, toMs: 6_000 }];
    expect(countFlow([whole(4_000, 5_500)], { span: show, pauses: [], counted }).ms).toBe(1_000);
  });

  test("to the moment within the show, and outside the model's pauses", () => {
    const span = { fromMs: 2_000, toMs: 9_000 };
    const pauses = [
      { fromMs: 3_000, toMs: 3_250 },
      { fromMs: 8_000, toMs: Number.POSITIVE_INFINITY },
    ];
    const { ms } = countFlow([whole(1_000, 10_000)], { span, pauses, counted: [] });
    expect(ms).toBe(6_000 - 250);
  });

  test("as cheap as it was when it flowed, however late it is reported", () => {
    const reported = [whole(1_000, 4_000)];
    const change = { ...none, span: show, dearerFromMs: 2_600 };
    expect(countFlow(reported, change)).toMatchObject({ ms: 3_000, cheaperMs: 1_600 });
    const counted = [{ fromMs: 1_200, toMs: 3_000 }];
    expect(countFlow(reported, { ...change, counted })).toMatchObject({ ms: 1_200, cheaperMs: 200 });
    const half = { fromMs: 1_000, toMs: 4_000, flowedMs: 1_700 };
    expect(countFlow([half], change), "what is missing was dear").toMatchObject({
      ms: 1_700,
      cheaperMs: 1_600,
    });
  });

  test("in the fan's favour where it is not known at which moments", () => {
    const half = { fromMs: 0, toMs: 4_000, flowedMs: 2_000 };
    const paused = [{ fromMs: 1_000, toMs: 2_500 }];
    expect(countFlow([half], { span: show, ...none })).toMatchObject({ ms: 2_000 });
    expect(countFlow([half], { span: show, pauses: paused, counted: [] })).toMatchObject({ ms: 500 });
    const counted = [{ fromMs: 500, toMs: 4_000 }];
    expect(countFlow([half], { span: show, pauses: [], counted })).toMatchObject({ ms: 0 });
    expect(
      countFlow([half, whole(0, 1_000)], { span: show, ...none }),
      "what is known comes first",
    ).toMatchObject({ ms: 2_000 });
  });
});

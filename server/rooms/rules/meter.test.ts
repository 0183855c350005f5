import { expect, test } from "vitest";
import {
  advance,
  fanAbsentMsMax,
  gapMsMax,
  type Meter,
  secondsLeft,
  secondsServed,
} from "#server/rooms/rules/meter.ts";

const fresh: Meter = { servedMs: 0, limitMs: 60_000, pause: "fan_media_lost", fanAbsentMs: 0, price: null };
const both = { modelMedia: true, fanConnected: true, modelPaused: false, elapsedMs: 1_000 };

/** The meter after so many seconds of the same sight. */
const after = (seconds: number, sight: Partial<typeof both>, from = fresh) =>
  Array.from({ length: seconds }).reduce<Meter>((meter) => advance(meter, { ...both, ...sight }).meter, from);

test("R-LIVE-41, R-OPEN-81: a meter runs while her media comes in and the fan's playback is connected, and only then", () => {
  expect(after(7, {})).toMatchObject({ servedMs: 7_000, pause: null });
  expect(after(7, { modelMedia: false })).toMatchObject({ servedMs: 0, pause: "model_media_lost" });
  expect(after(7, { fanConnected: false })).toMatchObject({ servedMs: 0, pause: "fan_media_lost" });
  expect(after(7, { modelMedia: false, fanConnected: false })).toMatchObject({ servedMs: 0 });
});

test("what nobody saw is not served time", () => {
  const { meter } = advance(fresh, { ...both, elapsedMs: 60_000 });
  expect(meter.servedMs).toBe(gapMsMax);
});

test("R-OPEN-81: at its limit it stops to the second, however late that is noticed", () => {
  const nearly = after(59, {});
  expect(secondsLeft(nearly)).toBe(1);
  const { meter, over } = advance(nearly, { ...both, elapsedMs: 2_400 });
  expect(over).toBe("used_up");
  expect([secondsServed(meter), secondsLeft(meter)]).toEqual([60, 0]);
});

test("seconds are counted when they are whole, and are left until then", () => {
  const { meter } = advance(fresh, { ...both, elapsedMs: 999 });
  expect([secondsServed(meter), secondsLeft(meter)]).toEqual([0, 60]);
});

test("R-OPEN-81: a fan who stays away has left; coming back in time begins his patience anew", () => {
  const seconds = fanAbsentMsMax / 1_000;
  const away = { ...both, fanConnected: false };
  const nearly = after(seconds - 1, { fanConnected: false });
  expect(advance(nearly, away).over).toBe("fan_left");
  const back = advance(nearly, both).meter;
  expect(advance(back, away).over).toBeNull();
});

test("a show without a limit never ends by itself", () => {
  const open = { ...fresh, limitMs: null };
  expect(advance({ ...open, servedMs: 10 ** 9 }, both).over).toBeNull();
  expect(secondsLeft(open)).toBeNull();
});

import { expect, test } from "vitest";
import {
  advance,
  fanAbsentMsMax,
  finalPrice,
  isShort,
  isSliceDue,
  type Meter,
  missedMsMax,
  nextSlice,
  type Price,
  raiseRate,
  secondsLeft,
  secondsServed,
  tokensDue,
} from "./meter.ts";

const fresh: Meter = { servedMs: 0, limitMs: 60_000, pause: "fan_media_lost", fanAbsentMs: 0, price: null };
const both = {
  modelMedia: true,
  fanConnected: true,
  modelPaused: false,
  missedMs: 0,
  flowedMs: 1_000,
  absentMs: 0,
};

/** The meter a second later. */
const next = (meter: Meter, sight: Partial<typeof both>) =>
  advance(meter, { ...both, absentMs: meter.fanAbsentMs + 1_000, ...sight });
/** The meter after so many seconds of the same sight. */
const after = (seconds: number, sight: Partial<typeof both>, from = fresh) =>
  Array.from({ length: seconds }).reduce<Meter>((meter) => next(meter, sight).meter, from);

test("R-LIVE-41, R-OPEN-71, R-OPEN-81: a meter runs while media flows and the model has not paused, and shows why it stands still", () => {
  const none = { flowedMs: 0 };
  expect(after(7, {})).toMatchObject({ servedMs: 7_000, pause: null });
  expect(after(7, { ...none, modelMedia: false })).toMatchObject({ servedMs: 0, pause: "model_media_lost" });
  expect(after(7, { ...none, fanConnected: false })).toMatchObject({ servedMs: 0, pause: "fan_media_lost" });
  expect(after(7, { ...none, modelPaused: true })).toMatchObject({ servedMs: 0, pause: "model_paused" });
  expect(after(7, { flowedMs: 300 }).servedMs, "a part of a second is that part").toBe(2_100);
});

test("R-OPEN-81: at its limit it stops to the second, however late that is noticed", () => {
  const nearly = after(59, {});
  expect(secondsLeft(nearly)).toBe(1);
  const { meter, over } = advance(nearly, { ...both, flowedMs: 2_400 });
  expect(over).toBe("used_up");
  expect([secondsServed(meter), secondsLeft(meter)]).toEqual([60, 0]);
});

test("seconds are counted when they are whole, and are left until then", () => {
  const { meter } = advance(fresh, { ...both, flowedMs: 999 });
  expect([secondsServed(meter), secondsLeft(meter)]).toEqual([0, 60]);
});

test("R-OPEN-81: a fan who stays away has left; coming back in time starts the wait again", () => {
  const seconds = fanAbsentMsMax / 1_000;
  const away = { fanConnected: false };
  const nearly = after(seconds - 1, away);
  expect(next(nearly, away).over).toBe("fan_left");
  const back = next(nearly, {}).meter;
  expect(next(back, away).over).toBeNull();
});

test("R-OPEN-63: a fan who has missed too much of what was sent has left, however often some of it came", () => {
  expect(advance(fresh, { ...both, missedMs: missedMsMax - 1 }).over).toBeNull();
  expect(advance(fresh, { ...both, missedMs: missedMsMax }).over).toBe("fan_left");
});

test("a show without a limit never ends by itself", () => {
  const open = { ...fresh, limitMs: null };
  expect(advance({ ...open, servedMs: 10 ** 9 }, both).over).toBeNull();
  expect(secondsLeft(open)).toBeNull();
});

const price: Price = { rate: 90, freeSeconds: 0, units: 0, spent: 0, held: 90, capTokens: null };
const paid = (change: Partial<Price> = {}, meter: Partial<Meter> = {}): Meter => ({
  ...fresh,
  limitMs: null,
  ...meter,
  price: { ...price, ...change },
});
const charged = (meter: Meter) => tokensDue(meter);

test("R-OPEN-63: each whole second costs a sixtieth of the rate, rounded down in the fan's favour", () => {
  expect(charged(after(1, {}, paid()))).toBe(1);
  expect(charged(after(2, {}, paid()))).toBe(3);
  expect(charged(after(41, {}, paid()))).toBe(61);
  expect(charged(after(3, { flowedMs: 999 }, paid()))).toBe(3);
  expect(charged(after(12, {}, paid({ freeSeconds: 10 })))).toBe(3);
});

test("R-OPEN-69: seconds before a change of the rate cost what they did", () => {
  const before = after(10, {}, paid());
  if (!before.price) throw new Error("a paid meter has a price");
  expect(charged(after(10, {}, { ...before, price: { ...before.price, rate: 120 } }))).toBe(15 + 20);
});

test("R-OPEN-69: a rise leaves the second that had begun out, and time from before it costs what it did", () => {
  const before = after(1, {}, after(10, {}, paid({}, { servedMs: 700 })));
  const { meter, restMs } = raiseRate(before, 600, 0);
  expect([meter.servedMs, restMs]).toEqual([11_000, 700]);
  expect(after(1, { flowedMs: 999 }, meter).price?.units).toBe(11 * 90);
  const flowed = { ...both, before: { seconds: 2, rate: 90 } };
  expect(advance(meter, flowed).meter).toMatchObject({
    servedMs: 14_000,
    price: { rate: 600, units: 13 * 90 + 600 },
  });
});

test("R-OPEN-63: a meter stops to the second where what is set aside is used up", () => {
  const { meter } = advance(paid(), { ...both, flowedMs: 90_000 });
  expect([secondsServed(meter), charged(meter), isShort(meter)]).toEqual([60, 90, true]);
  expect(advance(meter, both).meter.servedMs).toBe(meter.servedMs);
  expect(secondsLeft(paid(), 90)).toBe(120);
});

test("R-OPEN-66: before free seconds are over nothing is set aside, and without a token they are all there is", () => {
  const look = paid({ freeSeconds: 10, held: 0 });
  expect([secondsLeft(look), secondsLeft(look, 90), isShort(look)]).toEqual([10, 70, false]);
  expect(nextSlice(after(9, {}, look))).toEqual({ capture: 0, extend: 0 });
  const { meter } = advance(after(9, {}, look), { ...both, flowedMs: 2_500 });
  expect(meter).toMatchObject({ servedMs: 10_000, price: { units: 0 } });
  expect([isShort(meter), secondsLeft(meter), nextSlice(meter)]).toEqual([
    true,
    0,
    { capture: 0, extend: 90 },
  ]);
});

test("R-OPEN-63: half a minute's price is charged at a time, and a minute's set aside again, within the fan's limit", () => {
  const half = after(31, {}, paid());
  expect(isSliceDue(after(20, {}, paid()))).toBe(false);
  expect(isSliceDue(half)).toBe(true);
  expect(nextSlice(half)).toEqual({ capture: 46, extend: 46 });
  expect(nextSlice(after(31, {}, paid({ capTokens: 100 })))).toEqual({ capture: 46, extend: 10 });
  const over = advance(paid({ capTokens: 50 }), { ...both, flowedMs: 60_000 });
  expect([over.over, charged(over.meter)]).toEqual(["cap_reached", 49]);
});

test("R-OPEN-63: a minimum is owed by a fan who ends the show, and by nobody for a show that was never served", () => {
  const short = after(5, {}, paid());
  expect(finalPrice(short, { minimum: 30, reason: "fan_left" })).toBe(30);
  expect(finalPrice(short, { minimum: 30, reason: "model_ended" })).toBe(7);
  expect(finalPrice(paid(), { minimum: 30, reason: "fan_left" })).toBe(0);
  expect(finalPrice(after(40, {}, paid()), { minimum: 30, reason: "fan_left" })).toBe(60);
});

test("R-OPEN-63, R-OPEN-81: who cannot be there because the model's media are gone has not left, and owes no minimum, whoever went first", () => {
  const served = after(5, {}, paid());
  const [gone, away] = [{ modelMedia: false, fanConnected: false }, { fanConnected: false }];
  const none = { flowedMs: 0 };
  const endOf = (...stretches: [seconds: number, sight: Partial<typeof both>][]) => {
    const last = stretches.at(-1)?.[1];
    const until = stretches.reduce((meter, [s, sight]) => after(s, { ...none, ...sight }, meter), served);
    const { meter, over } = next(until, { ...none, ...last });
    return over && [over, finalPrice(meter, { minimum: 30, reason: over })];
  };
  expect(endOf([18, gone]), "they may still come back").toBeNull();
  expect(endOf([19, gone]), "the model went first").toEqual(["model_left", 7]);
  expect(endOf([10, away], [9, gone]), "the fan went first").toEqual(["model_left", 7]);
  expect(endOf([10, gone], [9, away]), "the model came back, the fan did not").toEqual(["fan_left", 30]);
  expect(endOf([19, away])).toEqual(["fan_left", 30]);
  const paused = { ...gone, modelPaused: true };
  expect(endOf([19, paused]), "in a break of the model's nobody need leave").toEqual(["fan_left", 30]);
  const silent = { modelMedia: false };
  expect(endOf([600, silent]), "who is connected waits for the model").toBeNull();
});

import { afterEach, expect, test } from "vitest";
import { cardOf } from "#web/entities/room/testing/card.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { cardName } from "./RoomCard.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

test("R-LIST-07: a card's link says everything that the card shows", () => {
  expect(cardName(cardOf({ isStream: true, watchers: 312 }))).toBe(
    "Luna, 26, live, public, 312 watching, Acoustic by lamplight",
  );
  expect(cardName(cardOf({ isStream: true, type: "private" }))).toBe(
    "Luna, 26, in a private show, Acoustic by lamplight",
  );
  expect(cardName(cardOf({ isStream: true, status: "paused" }))).toContain("paused, back soon");
  expect(cardName(cardOf())).toContain("offline");
  expect(cardName(cardOf({ isOnline: true }))).toBe("Luna, 26, Online, Acoustic by lamplight");
});

test("R-LIST-07, R-LIVE-41: a public room whose model gives the fan free minutes says so, another mode says what it is", () => {
  expect(cardName(cardOf({ isStream: true, promoFor: 7, watchers: 9 }))).toBe(
    "Luna, 26, Promo, 9 watching, 5 min free for you",
  );
  expect(cardName(cardOf({ isStream: true, promoFor: 7, status: "paused" }))).toContain("paused, back soon");
  expect(cardName(cardOf({ isStream: true, promoFor: 7, type: "vip" }))).toContain("VIP");
  expect(cardName(cardOf({ promoFor: 7 }))).toContain("offline");
});

test("R-LIST-02: in the ranking it begins with her place", () => {
  expect(cardName(cardOf(), "Rank 1")).toBe("Rank 1, Luna, 26, offline, Acoustic by lamplight");
});

test("R-I18N-01: the name is in the language of the page", () => {
  overwriteGetLocale(() => "es");
  expect(cardName(cardOf({ isStream: true, watchers: 1284 }))).toBe(
    "Luna, 26, en vivo, pública, 1,3 k mirando, Acústico a la luz de la lámpara",
  );
  expect(cardName(cardOf({ isOnline: true }))).toBe("Luna, 26, Conectada, Acústico a la luz de la lámpara");
});

import { afterEach, expect, test } from "vitest";
import { cardOf } from "#testing/web/card.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { cardName } from "./RoomCard.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

/** The screen reader's text of a card at noon; by default of a model who was last here an hour before. */
const nameOf = (options: Parameters<typeof cardOf>[0] = {}, rank?: string) => {
  const card = cardOf({ lastConnection: "2026-11-21T11:00:00Z", ...options });
  return cardName({ card, language: currentLanguage(), now: "2026-11-21T12:00:00Z", rank });
};

test("R-LIST-07: a card's link says everything that the card shows, and nothing else", () => {
  expect(nameOf({ isStream: true, watchers: 312 })).toBe(
    "Luna, 26, Colombia, live, public, 312 watching, Acoustic by lamplight",
  );
  expect(nameOf({ isStream: true, type: "private" })).toBe(
    "Luna, 26, Colombia, in a private show, Spy for 12/min",
  );
  expect(nameOf({ isStream: true, status: "paused" })).toContain("on a break, back soon");
  expect(nameOf()).toBe("Luna, 26, Colombia, offline, Last seen 1 h ago");
  expect(nameOf({ lastConnection: null })).toBe("Luna, 26, Colombia, offline, New here");
  expect(nameOf({ isOnline: true })).toBe("Luna, 26, Colombia, Online");
});

test("R-LIST-07: a room on air says whether its model is new, and what they speak", () => {
  const more = { isNew: true, languages: ["es", "en"] };
  expect(nameOf({ isStream: true, ...more })).toBe(
    "Luna, 26, Colombia, live, public, Acoustic by lamplight, New, ES EN",
  );
  expect(nameOf(more), "of who is away").toBe("Luna, 26, Colombia, offline, Last seen 1 h ago");
});

test("R-LIST-07, R-LIVE-41: a public room whose model gives the fan free minutes says so, another mode says what it is", () => {
  expect(nameOf({ isStream: true, promoFor: 7, watchers: 9 })).toBe(
    "Luna, 26, Colombia, Promo, 9 watching, 5 min free for you",
  );
  expect(nameOf({ isStream: true, promoFor: 7, status: "paused" })).toContain("on a break, back soon");
  expect(nameOf({ isStream: true, promoFor: 7, type: "vip" })).toContain("VIP");
  expect(nameOf({ promoFor: 7 })).toContain("offline");
});

test("R-LIST-02: in the ranking it begins with their place", () => {
  expect(nameOf({}, "Rank 1")).toBe("Rank 1, Luna, 26, Colombia, offline, Last seen 1 h ago");
});

test("R-I18N-01: the name is in the language of the page", () => {
  overwriteGetLocale(() => "es");
  expect(nameOf({ isStream: true, watchers: 1284 })).toBe(
    "Luna, 26, Colombia, en vivo, público, 1,3 k mirando, Acústico a la luz de la lámpara",
  );
  expect(nameOf({ isOnline: true })).toBe("Luna, 26, Colombia, En línea");
});

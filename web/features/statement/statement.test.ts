import { afterEach, expect, test } from "vitest";
import { kindLabel, kindsToChoose } from "#web/entities/wallet/entry-kinds.ts";
import { chosen, everything } from "#web/entities/wallet/statement-filter.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { dayGroups, joinShows } from "./day-groups.ts";
import { entryLabel, noteOf, partnerText } from "./entry-labels.ts";
import { isSane } from "./statement-query.ts";

afterEach(() => overwriteGetLocale(() => "en"));

const line = (type: string, reason = "", counterpart: string | null = null) => ({
  type,
  reason,
  counterpart,
});

test("every kind of movement has plain words of its own in both languages", () => {
  for (const language of ["en", "es"] as const) {
    overwriteGetLocale(() => language);
    const words = [...kindsToChoose, "hold", "release"].map(kindLabel);
    expect(new Set(words).size).toBe(words.length);
    for (const text of words) expect(text).not.toMatch(/_|^$/);
  }
  expect(kindLabel("something_new")).toBe("Movimiento");
});

test("a fan can look for what their lines have, and for shows as one", () => {
  expect(kindsToChoose).toEqual([
    ...["purchase", "bonus", "referral", "tip", "gift", "unlock", "show_slice"],
    ...["refund", "chargeback", "debt_payment", "adjustment"],
  ]);
});

test("what the system wrote says more than the kind; a note is a person's and never read as such", () => {
  expect(entryLabel(line("purchase", "promo_purchase"))).toBe("Tokens bought, promo");
  expect(entryLabel(line("refund", "referral_cancelled"))).toBe("Friend’s purchase was refunded");
  expect(entryLabel(line("tip", "promo_purchase"))).toBe("Tip");
  expect(noteOf(line("tip", "promo_purchase"))).toBe("promo_purchase");
  expect(noteOf(line("purchase", "token_purchase"))).toBeNull();
  expect(noteOf(line("gift"))).toBeNull();
});

test("R-REF-05: the tokens for a confirmed email are called so in both languages, in older lines too", () => {
  for (const [language, text] of [
    ["en", "Email confirmed"],
    ["es", "Correo confirmado"],
  ] as const) {
    overwriteGetLocale(() => language);
    for (const reason of ["email_confirmed", "Email confirmed"])
      expect(entryLabel(line("bonus", reason))).toBe(text);
  }
});

test("R-OPEN-15: a model who has left is called a former model", () => {
  expect(partnerText(line("tip", "", "luna"))).toBe("to luna");
  expect(partnerText(line("tip"))).toBe("to a former model");
  expect(partnerText(line("purchase"))).toBeNull();
});

test("only what was given went to somebody: what was unlocked, or came back, names whose it is", () => {
  expect(partnerText(line("gift", "", "luna"))).toBe("to luna");
  for (const type of ["unlock", "show_slice", "release", "refund"])
    expect(partnerText(line(type, "", "luna")), type).toBe("· luna");
});

test("lines are put into the UTC days that the server counts, in their order", () => {
  const at = (instant: string) => ({ at: instant });
  const lines = ["2026-11-21T00:10:00.000Z", "2026-11-20T23:59:00.000Z", "2026-11-20T01:00:00.000Z"].map(at);
  expect(dayGroups(lines).map(({ day, lines: of }) => [day, of.length])).toEqual([
    ["2026-11-21", 1],
    ["2026-11-20", 2],
  ]);
  expect(dayGroups([])).toEqual([]);
});

test("a filter whose first day is after its last is not asked for; what is empty is left out", () => {
  expect(isSane({ type: "", from: "2026-11-22", to: "2026-11-21" })).toBe(false);
  expect(isSane({ type: "", from: "2026-11-21", to: "2026-11-21" })).toBe(true);
  expect(isSane(everything)).toBe(true);
  expect(chosen({ type: "tip", from: "", to: "2026-11-21" })).toEqual({ type: "tip", to: "2026-11-21" });
});

test("what a show moved is one entry with its cost, in the place of the newest, and nothing else is joined", () => {
  const of = (at: string, tokens: number, show_id: number | null, amount: number | null) => ({
    at,
    tokens,
    show_id,
    money: amount === null ? null : { amount, currency: "USD" },
  });
  const lines = [
    of("2026-11-02T00:01", 20, 7, 1.62),
    of("2026-11-02T00:00", -5, null, 0.41),
    of("2026-11-01T23:59", -45, 7, 3.65),
    of("2026-11-01T23:58", -45, 7, 3.65),
    of("2026-11-01T23:00", -9, 6, null),
  ];
  expect(
    joinShows(lines).map(({ at, tokens, money, lines: { length } }) => [at, tokens, money?.amount, length]),
  ).toEqual([
    ["2026-11-02T00:01", -70, 5.68, 3],
    ["2026-11-02T00:00", -5, 0.41, 1],
    ["2026-11-01T23:00", -9, undefined, 1],
  ]);
});

test("a balance in the midst of a show is without what the show had set aside, which its line says", () => {
  const moved = (tokens: number, show_id: number | null) => ({
    ...{ at: "2026-11-21T00:10:00.000Z", tokens, show_id, money: null },
  });
  // Newest first: a show of 18 tokens, in whose midst 100 were bought and 5 tipped; one that still runs; what was there.
  const lines = [
    moved(-30, 8),
    ...[moved(20, 7), moved(-5, null), moved(100, null), moved(-38, 7)],
    moved(500, null),
  ];
  expect(joinShows(lines).map(({ tokens, aside }) => [tokens, aside])).toEqual([
    [-30, 0],
    [-18, 0],
    [-5, 38],
    [100, 38],
    [500, 0],
  ]);
});

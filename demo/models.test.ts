import { expect, test } from "vitest";
import { demoModel, demoModels } from "./models.ts";

const reserved = [
  "chat",
  "videos",
  "posts",
  "login",
  "api",
  "staff",
  "admin",
  "trending",
  "nico",
  "sofia",
  "guestfan",
];

test("48 models with a login, a name and a rank of their own, luna first", () => {
  expect(demoModels).toHaveLength(48);
  expect(demoModels[0]?.login).toBe("luna");
  expect(new Set(demoModels.map((member) => member.login)).size).toBe(48);
  expect(new Set(demoModels.map((member) => member.name)).size).toBe(48);
  expect(demoModels.map((member) => member.rank).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 48 }, (_, index) => index + 1),
  );
});

test("logins are lower-case letters and none is a page or a fan of the demo", () => {
  for (const { login } of demoModels) {
    expect(login).toMatch(/^[a-z]{2,20}$/);
    expect(reserved).not.toContain(login);
  }
});

test("24 are live, and all genders are among those who are", () => {
  const live = demoModels.filter((member) => member.live);
  expect(live).toHaveLength(24);
  expect(new Set(live.map((member) => member.gender))).toEqual(new Set([1, 2, 3, 4]));
});

test("women are the most; at least 8 men, 4 trans models and 4 couples", () => {
  const count = (gender: number) => demoModels.filter((member) => member.gender === gender).length;
  expect(count(1)).toBeGreaterThan(24);
  expect(count(2)).toBeGreaterThanOrEqual(8);
  expect(count(3)).toBeGreaterThanOrEqual(4);
  expect(count(4)).toBeGreaterThanOrEqual(4);
});

test("everybody is at least 21", () => {
  for (const { age } of demoModels) expect(age).toBeGreaterThanOrEqual(21);
});

test.each(demoModels.map((member) => [member.login, member] as const))(
  "%s is written in both languages",
  (_, member) => {
    const offered = (member.tipMenu ?? []).map(({ title }) => title);
    for (const text of [member.bio, member.topic, member.goal, ...offered]) {
      expect(text.en.trim().length).toBeGreaterThan(5);
      expect(text.es.trim().length).toBeGreaterThan(5);
      expect(text.en).not.toBe(text.es);
      expect(`${text.en}${text.es}`.toLowerCase()).not.toContain("lorem");
    }
    for (const bio of [member.bio.en, member.bio.es]) {
      const sentences = bio.split(/[.?!](?:\s|$)/).filter(Boolean).length;
      expect(sentences).toBeGreaterThanOrEqual(2);
      expect(sentences).toBeLessThanOrEqual(4);
    }
    expect(member.country).toMatch(/^[A-Z]{2}$/);
    for (const language of member.languages) expect(language).toMatch(/^[a-z]{2}$/);
  },
);

test("prices are whole, positive, and spying is cheaper than a private show", () => {
  for (const { rates, goalTokens, minimumTokens, monthlyPriceCents, baseWatchers } of demoModels) {
    for (const amount of [rates.private, rates.vip, rates.spy, goalTokens, monthlyPriceCents, baseWatchers]) {
      expect(Number.isInteger(amount)).toBe(true);
      expect(amount).toBeGreaterThan(0);
    }
    expect(rates.spy).toBeLessThan(rates.private);
    expect(minimumTokens).toBeGreaterThanOrEqual(0);
  }
});

test("a higher rank has more watchers, and a stranger is no demo model", () => {
  const byRank = demoModels.toSorted((a, b) => a.rank - b.rank).map((member) => member.baseWatchers);
  expect(byRank).toEqual(byRank.toSorted((a, b) => b - a));
  expect(demoModel("nobody")).toBeUndefined();
});

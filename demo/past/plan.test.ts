import { expect, test } from "vitest";
import { demoModels } from "../models.ts";
import { ledgerOf } from "./ledger.ts";
import { payoutsOf } from "./payouts.ts";
import { neededFor, planPast } from "./plan.ts";
import { regulars } from "./regulars.ts";
import { dayMs, givenInSpan, spans, spanDays } from "./spending.ts";

const now = new Date("2026-11-30T09:00:00Z");
const packages = [
  { id: 1, baseTokens: 425, bonusTokens: 75, cents: 4_699 },
  { id: 2, baseTokens: 1_925, bonusTokens: 575, cents: 20_999 },
];
const listedAt = new Date(now.getTime() - 40 * dayMs);
const forSale = new Map([
  [
    "luna",
    Array.from({ length: 6 }, (_, index) => ({
      ...{ seedKey: `luna.video.${index}`, title: `Film ${index}`, price: 15 + index, since: listedAt },
    })),
  ],
]);
const owners = [
  { login: "nico", tokens: 1_000, owns: ["luna.video.0", "luna.video.3"] },
  { login: "sofia", tokens: 500, owns: [] },
];
const past = () => planPast(now, { models: demoModels, owners, packages, forSale });
const plan = past();
const ids = new Map(
  [...demoModels, ...regulars, ...owners].map(({ login }, index) => [login, index + 1] as const),
);

test("every model was given as much as their audience says, in ninety days that are over, in order", () => {
  for (const member of demoModels) {
    const { login } = member;
    const tokens = plan.spent
      .filter(({ model }) => model === login)
      .reduce((sum, one) => sum + one.tokens, 0);
    expect(tokens, login).toBe(spans * givenInSpan(member));
  }
  const times = plan.spent.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(now.getTime() - spans * spanDays * dayMs);
  expect(Math.max(...times)).toBeLessThan(now.getTime() - 3_600_000);
});

test("fans have bought what they spend before they spend it, and nothing twice", () => {
  const balances = new Map<string, number>();
  const steps = [
    ...plan.opened.map((one) => ({ at: one.at, fan: one.fan, opened: one })),
    ...plan.bought.map((one) => ({ at: one.at, fan: one.fan, bought: one })),
    ...plan.spent.map((one) => ({ at: one.at, fan: one.fan, spent: one })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const owned = new Set<string>();
  for (const step of steps) {
    const balance = balances.get(step.fan) ?? 0;
    if ("opened" in step) {
      balances.set(step.fan, balance + step.opened.tokens);
      continue;
    }
    if ("bought" in step) {
      const { declined, package: pack } = step.bought;
      balances.set(step.fan, balance + (declined ? 0 : pack.baseTokens + pack.bonusTokens));
      continue;
    }
    expect(balance).toBeGreaterThanOrEqual(neededFor(step.spent));
    balances.set(step.fan, balance - step.spent.tokens);
    if (step.spent.kind !== "unlock") continue;
    const item = `${step.fan} ${step.spent.seedKey}`;
    expect(owned.has(item)).toBe(false);
    owned.add(item);
    expect(step.spent.at.getTime()).toBeGreaterThan(now.getTime() - 40 * dayMs);
  }
  for (const { login, tokens, owns } of owners) {
    expect(balances.get(login), login).toBe(tokens);
    for (const seedKey of owns) expect(owned).toContain(`${login} ${seedKey}`);
  }
  expect(plan.bought.some(({ declined }) => declined)).toBe(true);
  expect(owned.size).toBeGreaterThan(2);
});

test("nobody is in two shows at once", () => {
  for (const side of ["fan", "model"] as const)
    for (const [who, all] of Map.groupBy(plan.spent, (one) => one[side])) {
      let freeFrom = 0;
      for (const one of all) {
        expect(one.at.getTime(), who).toBeGreaterThanOrEqual(freeFrom);
        if (one.kind === "show") freeFrom = one.at.getTime() + one.seconds * 1_000;
      }
    }
});

test("models were paid what they earned in the months that are over, and some wait for the last", () => {
  const payouts = payoutsOf(plan.spent, demoModels, now);
  const { movements } = ledgerOf(plan, payouts, ids, new Map());
  const balances = new Map<number, number>();
  for (const { from, to, tokens } of movements) {
    if (to.kind === "model") balances.set(to.id, (balances.get(to.id) ?? 0) + tokens);
    if (from.kind === "model") balances.set(from.id, (balances.get(from.id) ?? 0) - tokens);
    expect(Math.min(...balances.values(), 0)).toBe(0);
  }
  const paidForLast = payouts.filter(({ month }) => month === "2026-10").length;
  expect(paidForLast).toBe(demoModels.filter(({ rank }) => rank % 3 !== 0).length);
  expect(payouts.every(({ at }) => at < now)).toBe(true);
});

test("the same moment has the same past, and it stays small", () => {
  expect(past()).toEqual(plan);
  expect(plan.spent.length).toBeLessThan(12_000);
});

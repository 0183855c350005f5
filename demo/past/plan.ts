import { between, pick, type Random, seededRandom } from "#server/kit/random.ts";
import { gifts } from "../gifts.ts";
import type { DemoModel } from "../models.ts";
import { regulars } from "./regulars.ts";
import { dayMs, type ForSale, type Owner, type Spending, spendingOn } from "./spending.ts";

/** Tokens that a fan bought, and for how much. */
export type Package = { id: number; baseTokens: number; bonusTokens: number; cents: number };
export type Bought = { fan: string; package: Package; at: Date; declined: boolean };

/** The tokens with which an account was opened. */
export type Opened = { fan: string; tokens: number; at: Date };

/** What fans opened with, bought and spent in the months before the demo began, each in the order of its times. */
export type PlannedPast = {
  opened: readonly Opened[];
  bought: readonly Bought[];
  spent: readonly Spending[];
};

/** The accounts of the demo are so old: long enough to be no newcomers, whose card payments are checked more closely. */
export const openedDaysAgo = 120;

/** How long before a spending its tokens were bought. */
const boughtBeforeMs = { least: 60_000, most: 40 * 60_000 };
/** A card that was declined was tried again so much later. */
const triedAgainMs = 90_000;
const declinedShare = 0.07;

/** The tokens that a spending needs to be there when it begins: a show sets one more minute aside. */
export const neededFor = (spending: Spending): number =>
  spending.kind === "show"
    ? spending.tokens + Math.ceil((60 * spending.tokens) / spending.seconds)
    : spending.tokens;

/**
 * Plans the past of these models. The same `now` gives the same past; `forSale` is what each of them sold, by login.
 */
export function planPast(
  now: Date,
  {
    models,
    owners,
    packages,
    forSale,
  }: {
    models: readonly DemoModel[];
    owners: readonly Owner[];
    packages: readonly Package[];
    forSale: ReadonlyMap<string, readonly ForSale[]>;
  },
): PlannedPast {
  const random = seededRandom("the past");
  const fans = regulars.map(({ login }) => login);
  const spent = apart(
    models
      .flatMap((model) =>
        spendingOn(model, forSale.get(model.login) ?? [], { random, now, gifts, fans, owners }),
      )
      .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );
  const own = new Set(owners.map(({ login }) => login));
  return {
    spent,
    opened: owners.map((owner) => openingOf(owner, spent, now)).filter(({ tokens }) => tokens > 0),
    bought: buyFor(
      random,
      spent.filter(({ fan }) => !own.has(fan)),
      packages,
    ),
  };
}

/** An owner began with what they have spent since and what they have left. */
function openingOf({ login, tokens }: Owner, spent: readonly Spending[], now: Date): Opened {
  const theirs = spent.filter(({ fan }) => fan === login);
  return {
    fan: login,
    tokens: theirs.reduce((sum, one) => sum + one.tokens, tokens),
    at: new Date(now.getTime() - openedDaysAgo * dayMs),
  };
}

/** Nobody begins something before their show is over: it waits until then, and what comes after it too. */
function apart(spent: readonly Spending[]): Spending[] {
  const freeFrom = new Map<string, number>();
  const moved = spent.map((spending) => {
    const who = [`fan ${spending.fan}`, `model ${spending.model}`];
    const at = Math.max(spending.at.getTime(), ...who.map((each) => freeFrom.get(each) ?? 0));
    if (spending.kind === "show")
      for (const each of who) freeFrom.set(each, at + (spending.seconds + 60) * 1_000);
    return { ...spending, at: new Date(at) };
  });
  return moved.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function buyFor(random: Random, spent: readonly Spending[], packages: readonly Package[]): Bought[] {
  const balances = new Map<string, number>();
  const all: Bought[] = [];
  for (const spending of spent) {
    const { fan, at } = spending;
    let balance = balances.get(fan) ?? 0;
    for (let missing = neededFor(spending) - balance; missing > 0; missing = neededFor(spending) - balance) {
      const fitting = packages.filter(({ baseTokens, bonusTokens }) => baseTokens + bonusTokens >= missing);
      const bought = pick(random, fitting.length > 0 ? fitting : packages);
      const before = new Date(at.getTime() - between(random, boughtBeforeMs.least, boughtBeforeMs.most));
      if (random() < declinedShare) {
        const tried = new Date(before.getTime() - triedAgainMs);
        all.push({ fan, package: bought, at: tried, declined: true });
      }
      all.push({ fan, package: bought, at: before, declined: false });
      balance += bought.baseTokens + bought.bonusTokens;
    }
    balances.set(fan, balance - spending.tokens);
  }
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

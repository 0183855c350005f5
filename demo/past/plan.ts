import { between, pick, type Random, seededRandom } from "#server/kit/random.ts";
import { gifts } from "../gifts.ts";
import type { DemoModel } from "../models.ts";
import { regulars } from "./regulars.ts";
import { type ForSale, type Spending, spendingOn } from "./spending.ts";

/** Tokens that a fan bought, and for how much. */
export type Package = { id: number; baseTokens: number; bonusTokens: number; cents: number };
export type Bought = { fan: string; package: Package; at: Date; declined: boolean };

/** The purchases and spendings of fans in the months before the demo began, each in the order of its times. */
export type PlannedPast = { bought: readonly Bought[]; spent: readonly Spending[] };

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
    packages,
    forSale,
  }: {
    models: readonly DemoModel[];
    packages: readonly Package[];
    forSale: ReadonlyMap<string, readonly ForSale[]>;
  },
): PlannedPast {
  const random = seededRandom("the past");
  const fans = regulars.map(({ login }) => login);
  const spent = apart(
    models
      .flatMap((model) => spendingOn(model, forSale.get(model.login) ?? [], { random, now, gifts, fans }))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  );
  return { spent, bought: buyFor(random, spent, packages) };
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

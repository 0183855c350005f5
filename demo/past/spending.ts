import { between, pick, type Random } from "#server/kit/random.ts";
import type { Gift } from "../gifts.ts";
import type { DemoModel } from "../models.ts";

/** A sum that one fan spent on one model at once. */
export type Spending = { fan: string; model: string; at: Date } & (
  | { kind: "tip" | "gift"; tokens: number; note: string }
  | { kind: "unlock"; tokens: number; seedKey: string; title: string; stars: number | null }
  | { kind: "show"; tokens: number; mode: "private" | "vip"; seconds: number; rating: number | null }
);

/** Something of a model's that fans could buy, and since when. */
export type ForSale = { seedKey: string; title: string; price: number; since: Date };

/** A fan whose past is chosen: they opened their account with tokens, bought some items, and have the rest. */
export type Owner = {
  login: string;
  /** What is left to spend today. */
  tokens: number;
  /** The seed keys of what they bought. */
  owns: readonly string[];
};

export type SpendingNeeds = {
  random: Random;
  now: Date;
  gifts: readonly Pick<Gift, "price">[];
  /** The logins of the fans who come again and again. */
  fans: readonly string[];
  owners: readonly Owner[];
};

export const dayMs = 86_400_000;
/** Three spans of as many days as the ranking looks back. */
export const spanDays = 30;
export const spans = 3;
/** The tokens that a model was given in a span, so that earnings stand in the order of the audiences. */
export const givenInSpan = ({ baseWatchers }: Pick<DemoModel, "baseWatchers">): number =>
  1_200 + 8 * baseWatchers;

const favoritesOfModel = 6;
const tips = [5, 10, 10, 15, 20, 25, 25, 40, 50, 75, 100, 150];
const notes = ["", "", "", "", "For the goal", "Para la meta", "Bravo", "Otra más"];
/** What those who say so think of a show or an item: mostly well. */
const opinions = [5, 5, 5, 4, 4, 3];
const ratedShare = { show: 0.85, unlock: 0.8 };
/** How many of a model's favorites buy each item, in the week after it was published. */
const buyersShare = 0.8;
const weekMs = 7 * dayMs;
/** How long after it was published an owner buys an item: before anybody comments on it. */
const ownedAfterMinutes = { least: 5, most: 20 };
const showMinutes = { least: 3, most: 8 };
/** The last hours stay free, so that nothing overlaps what begins now. */
const freeMs = 3 * 3_600_000;

/** The spendings on one model in all spans, in no order: exactly as much in each as their audience says. */
export function spendingOn(model: DemoModel, forSale: readonly ForSale[], needs: SpendingNeeds): Spending[] {
  const { random, fans } = needs;
  const favorites = fans
    .map((fan) => ({ fan, luck: random() }))
    .toSorted((one, other) => one.luck - other.luck)
    .slice(0, favoritesOfModel)
    .map(({ fan }) => fan);
  // What owners buy comes first: it is theirs whatever else is sold.
  const sales = [
    ...forSale.flatMap((item) => ownedOf(item, model, needs)),
    ...forSale.flatMap((item) => salesOf(item, { model, favorites, needs })),
  ];
  const all: Spending[] = [];
  for (let span = 0; span < spans; span++) {
    let left = givenInSpan(model);
    for (const sale of sales.filter(({ at }) => spanOf(at, needs) === span)) {
      if (sale.tokens > left) continue;
      left -= sale.tokens;
      all.push(sale);
    }
    while (left > 0) {
      const one = { fan: pick(random, favorites), model: model.login, at: instantIn(span, needs) };
      const spending = drawSpending(one, { model, needs, left });
      left -= spending.tokens;
      all.push(spending);
    }
  }
  return all;
}

type Draw = { model: DemoModel; needs: SpendingNeeds; left: number };

function drawSpending(one: { fan: string; model: string; at: Date }, draw: Draw): Spending {
  const { random, gifts } = draw.needs;
  const luck = random();
  const drawn =
    (luck < 0.2 ? showOf(one, draw) : null) ??
    (luck < 0.42 ? { ...one, kind: "gift" as const, tokens: pick(random, gifts).price, note: "" } : null);
  if (drawn && drawn.tokens <= draw.left) return drawn;
  return { ...one, kind: "tip", tokens: Math.min(draw.left, pick(random, tips)), note: pick(random, notes) };
}

function showOf(one: { fan: string; model: string; at: Date }, { model, needs: { random } }: Draw): Spending {
  const mode = random() < 0.75 ? "private" : "vip";
  const seconds = between(random, showMinutes.least * 60, showMinutes.most * 60);
  const tokens = Math.floor((model.rates[mode] * seconds) / 60);
  const rating = random() < ratedShare.show ? pick(random, opinions) : null;
  return { ...one, kind: "show", mode, seconds, tokens, rating };
}

/** Who bought an item, each once, and what they think of it. */
function salesOf(
  { seedKey, title, price, since }: ForSale,
  {
    model,
    favorites,
    needs: { now, random },
  }: { model: DemoModel; favorites: readonly string[]; needs: SpendingNeeds },
): Spending[] {
  const openMs = Math.min(weekMs, now.getTime() - freeMs - since.getTime());
  if (openMs <= 0) return [];
  return favorites
    .filter(() => random() < buyersShare)
    .map((fan) => ({
      ...{ fan, model: model.login, at: new Date(Math.floor(since.getTime() + random() * openMs)) },
      ...{ kind: "unlock", tokens: price, seedKey, title },
      stars: random() < ratedShare.unlock ? pick(random, opinions) : null,
    }));
}

/** The purchases of an item by its owners; they keep their opinion of it to themselves. */
function ownedOf(
  { seedKey, title, price, since }: ForSale,
  model: DemoModel,
  needs: SpendingNeeds,
): Spending[] {
  const { owners, random } = needs;
  return owners
    .filter(({ owns }) => owns.includes(seedKey))
    .map(({ login: fan }) => ({
      ...{ fan, model: model.login, kind: "unlock", tokens: price, seedKey, title, stars: null },
      at: new Date(
        since.getTime() + between(random, ownedAfterMinutes.least, ownedAfterMinutes.most) * 60_000,
      ),
    }));
}

const spanOf = (at: Date, { now }: SpendingNeeds): number =>
  Math.floor((now.getTime() - freeMs - at.getTime()) / (spanDays * dayMs));

function instantIn(span: number, { now, random }: SpendingNeeds): Date {
  const latest = now.getTime() - freeMs - span * spanDays * dayMs;
  return new Date(Math.floor(latest - random() * (spanDays * dayMs - freeMs)));
}

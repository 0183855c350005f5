import { between, pick, type Random } from "#server/kit/random.ts";
import type { Gift } from "../gifts.ts";
import type { DemoModel } from "../models.ts";

/** A sum that one fan spent on one model at once. */
export type Spending = { fan: string; model: string; at: Date } & (
  | { kind: "tip" | "gift"; tokens: number; note: string }
  | { kind: "unlock"; tokens: number; seedKey: string; title: string }
  | { kind: "show"; tokens: number; mode: "private" | "vip"; seconds: number; rating: number | null }
);

/** Something of a model's that fans could buy, and since when. */
export type ForSale = { seedKey: string; title: string; price: number; since: Date };

export type SpendingNeeds = {
  random: Random;
  now: Date;
  gifts: readonly Pick<Gift, "price">[];
  /** The logins of the fans who come again and again. */
  fans: readonly string[];
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
  const sold = new Set<string>();
  const all: Spending[] = [];
  for (let span = 0; span < spans; span++) {
    let left = givenInSpan(model);
    while (left > 0) {
      const one = { fan: pick(random, favorites), model: model.login, at: instantIn(span, needs) };
      const spending = drawSpending(one, { model, forSale, sold, needs, left });
      left -= spending.tokens;
      all.push(spending);
    }
  }
  return all;
}

type Draw = {
  model: DemoModel;
  forSale: readonly ForSale[];
  sold: Set<string>;
  needs: SpendingNeeds;
  left: number;
};

function drawSpending(one: { fan: string; model: string; at: Date }, draw: Draw): Spending {
  const { random, gifts } = draw.needs;
  const luck = random();
  const drawn =
    (luck < 0.2 ? showOf(one, draw) : null) ??
    (luck < 0.34 ? unlockOf(one, draw) : null) ??
    (luck < 0.48 ? { ...one, kind: "gift" as const, tokens: pick(random, gifts).price, note: "" } : null);
  if (drawn && drawn.tokens <= draw.left) {
    if (drawn.kind === "unlock") draw.sold.add(`${drawn.fan} ${drawn.seedKey}`);
    return drawn;
  }
  return { ...one, kind: "tip", tokens: Math.min(draw.left, pick(random, tips)), note: pick(random, notes) };
}

function showOf(one: { fan: string; model: string; at: Date }, { model, needs: { random } }: Draw): Spending {
  const mode = random() < 0.75 ? "private" : "vip";
  const seconds = between(random, showMinutes.least * 60, showMinutes.most * 60);
  const tokens = Math.floor((model.rates[mode] * seconds) / 60);
  const rating = random() < 0.85 ? pick(random, [5, 5, 5, 4, 4, 3]) : null;
  return { ...one, kind: "show", mode, seconds, tokens, rating };
}

function unlockOf(
  one: { fan: string; model: string; at: Date },
  { forSale, sold, needs: { random } }: Draw,
): Spending | null {
  const open = forSale.filter(({ seedKey, since }) => since < one.at && !sold.has(`${one.fan} ${seedKey}`));
  if (open.length === 0) return null;
  const { seedKey, title, price } = pick(random, open);
  return { ...one, kind: "unlock", tokens: price, seedKey, title };
}

function instantIn(span: number, { now, random }: SpendingNeeds): Date {
  const latest = now.getTime() - freeMs - span * spanDays * dayMs;
  return new Date(Math.floor(latest - random() * (spanDays * dayMs - freeMs)));
}

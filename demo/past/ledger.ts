import type { PastHold, PastMovement } from "#server/wallet/wallet.ts";
import { type Bought, neededFor, type Opened, type PlannedPast } from "./plan.ts";
import type { Spending } from "./spending.ts";

/** The ids of everybody by login. */
export type Ids = ReadonlyMap<string, number>;
export type Names = ReadonlyMap<string, string>;

/** A payment of a model for a month that is over. */
export type Paid = { model: string; month: string; tokens: number; reference: string; at: Date };

const world = { kind: "issuance", id: 0 } as const;

/** The keys of the past in the ledger, by the place in its plan. */
export const keys = {
  opened: (fanId: number) => `opening:${fanId}`,
  bought: (index: number) => `past:purchase:${index}`,
  spent: (index: number) => `past:spent:${index}`,
  hold: (index: number) => `past:show:${index}`,
  paid: ({ month, model }: Paid) => `past:payout:${month}:${model}`,
};

/** Writes a planned past as the ledger would have, in the order of its times. */
export function ledgerOf(
  { opened, bought, spent }: PlannedPast,
  payouts: readonly Paid[],
  ids: Ids,
  names: Names,
): { holds: PastHold[]; movements: PastMovement[] } {
  const idOf = (login: string) => {
    const id = ids.get(login);
    if (id === undefined) throw new Error(`${login} has no account`);
    return id;
  };
  const movements = [
    ...opened.map((one) => opening(one, idOf)),
    ...bought.flatMap((one, index) => (one.declined ? [] : [purchase(one, index, idOf)])),
    ...spent.flatMap((one, index) => spending(one, index, idOf, names)),
    ...payouts.map((one): PastMovement => ({
      key: keys.paid(one),
      kind: "payout",
      from: { kind: "model", id: idOf(one.model) },
      to: world,
      tokens: one.tokens,
      reason: `Payout ${one.month}: ${one.reference}`,
      counterpart: null,
      hold: null,
      at: one.at,
    })),
  ];
  const holds = spent.flatMap((one, index): PastHold[] =>
    one.kind === "show"
      ? [
          {
            key: keys.hold(index),
            fanId: idOf(one.fan),
            tokens: neededFor(one),
            openedAt: one.at,
            closedAt: endOf(one),
          },
        ]
      : [],
  );
  return { holds, movements: movements.toSorted((one, other) => one.at.getTime() - other.at.getTime()) };
}

/** When a show was over. */
export const endOf = ({ at, seconds }: { at: Date; seconds: number }): Date =>
  new Date(at.getTime() + seconds * 1_000);

function opening({ fan, tokens, at }: Opened, idOf: (login: string) => number) {
  const to = { kind: "fan", id: idOf(fan) } as const;
  return {
    ...{ key: keys.opened(to.id), kind: "opening", from: world, to, tokens },
    ...{ reason: "Demo balance", counterpart: null, hold: null, at },
  } satisfies PastMovement;
}

function purchase({ fan, package: pack, at }: Bought, index: number, idOf: (login: string) => number) {
  return {
    key: keys.bought(index),
    kind: "purchase",
    from: world,
    to: { kind: "fan", id: idOf(fan) },
    tokens: pack.baseTokens + pack.bonusTokens,
    reason: "token_purchase",
    counterpart: null,
    hold: null,
    at,
  } satisfies PastMovement;
}

function spending(
  one: Spending,
  index: number,
  idOf: (login: string) => number,
  names: Names,
): PastMovement[] {
  const fan = { kind: "fan", id: idOf(one.fan) } as const;
  const model = { kind: "model", id: idOf(one.model) } as const;
  const counterpart = names.get(one.model) ?? one.model;
  const { at, tokens } = one;
  if (one.kind !== "show") {
    const reason = one.kind === "unlock" ? one.title : one.note;
    return [
      {
        ...{ key: keys.spent(index), kind: one.kind, from: fan, to: model, tokens },
        ...{ reason, counterpart, hold: null, at },
      },
    ];
  }
  const escrow = { kind: "hold", id: fan.id } as const;
  const [key, hold, over] = [keys.spent(index), keys.hold(index), endOf(one)];
  const about = { reason: `${one.mode} show with ${counterpart}`, counterpart, hold };
  const held = neededFor(one);
  return [
    { ...about, key: hold, kind: "hold", from: fan, to: escrow, tokens: held, at },
    { ...about, key, kind: "show_slice", from: escrow, to: model, tokens, at: over },
    { ...about, key: `${key}:rest`, kind: "release", from: escrow, to: fan, tokens: held - tokens, at: over },
  ];
}

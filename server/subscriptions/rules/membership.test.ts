import { expect, test } from "vitest";
import {
  ENDED,
  type HistoryStep,
  type MembershipHistory,
  membershipHistories,
  ordersOf,
  SALE,
} from "#testing/subscriptions/membership-histories.ts";
import type { NoticeChanges } from "#testing/subscriptions/notices.ts";
import { type Membership, type MembershipStep, membershipOf } from "./membership.ts";
import type { Payment } from "./months.ts";

const dayMs = 24 * 3_600_000;
const begin = new Date("2026-11-21T12:00:00Z");
const dayAt = (days: number) => new Date(begin.getTime() + days * dayMs);

type Reported = { step: HistoryStep; at: Date };

const kinds: Readonly<Record<string, MembershipStep["kind"]>> = {
  SALE: "paid",
  REBILL: "renewed",
  CANCELMEMBERSHIPNOTIFY: "canceled",
  CANCELMEMBERSHIP: "ended",
  REFUND: "refunded",
  CHARGEBACK: "charged_back",
};

/** The membership in the tables once these things were reported, in this order. */
function membershipAfter(reported: readonly Reported[], notBefore: Date | null = null): Membership | null {
  const steps = reported.map(({ step, at }) => stepOf(step, at));
  const returnOf = (id: string | null) =>
    steps.find(({ kind, transactionId }) => /refunded|charged_back/.test(kind) && transactionId === id);
  const payments = steps.flatMap(({ kind, at, transactionId }): Payment[] => {
    if (kind !== "paid" && kind !== "renewed") return [];
    const returned = returnOf(transactionId);
    const returnedAt = returned ? new Date(Math.max(at.getTime(), returned.at.getTime())) : null;
    return [
      { transactionId: String(transactionId), renewal: kind === "renewed", reportedAt: at, returnedAt },
    ];
  });
  return membershipOf({ payments, periodMs: 30 * dayMs, steps, notBefore });
}

function stepOf(step: HistoryStep, at: Date): MembershipStep {
  if (typeof step === "string")
    return { kind: step === "cancel" ? "canceled" : "enabled", source: "fan", at, transactionId: null };
  const { TransactionType = "", TransactionID, TransactionReferenceID } = step;
  const kind = kinds[TransactionType];
  if (!kind) throw new Error(`no such notice: ${TransactionType}`);
  const transactionId = /canceled|ended/.test(kind)
    ? null
    : (TransactionReferenceID ?? TransactionID ?? null);
  return { kind, source: "gateway", at, transactionId };
}

const rebill = (number: string) => ({ TransactionType: "REBILL", TransactionID: number });
const back = (type: string, payment: string) => ({
  TransactionType: type,
  TransactionID: `${type} ${payment}`,
  TransactionReferenceID: payment,
});
const notice = (type: string) => ({ TransactionType: type, TransactionID: type });

/** Every life of up to three months, each kept, refunded or charged back, cancelled or not, ended or not. */
function everyLife(): NoticeChanges[][] {
  const fates = [() => [], (of: string) => [back("REFUND", of)], (of: string) => [back("CHARGEBACK", of)]];
  const withFates = (payments: readonly NoticeChanges[]): NoticeChanges[][] =>
    payments.reduce<NoticeChanges[][]>(
      (all, payment) =>
        all.flatMap((life) => fates.map((fate) => [...life, payment, ...fate(payment.TransactionID ?? "")])),
      [[]],
    );
  const ends = [[], [notice("CANCELMEMBERSHIPNOTIFY")], [ENDED], [notice("CANCELMEMBERSHIPNOTIFY"), ENDED]];
  return [[SALE], [SALE, rebill("t2")], [SALE, rebill("t9"), rebill("t10")]]
    .flatMap(withFates)
    .flatMap((life) => ends.map((end) => [...life, ...end]));
}

const at = (order: readonly HistoryStep[], when: (index: number) => Date) =>
  order.map((step, index) => ({ step, at: when(index) }));

test.each(membershipHistories.map((life) => [life.name, life] as const))(
  "R-OPEN-42, R-OPEN-44: reported at one instant in every order, a history gives the same correct membership: %s",
  (_name, life) => {
    const { state, days, canceled, byFan } = life.ends;
    const first = membershipAfter(at(life.steps, () => begin));
    expect(first).toMatchObject({
      state,
      firstTransactionId: "t1",
      startedAt: begin,
      expireAt: dayAt(days),
      canceledAt: canceled ? begin : null,
      userCanceledAt: byFan ? begin : null,
    });
    for (const order of ordersOf(life)) expect(membershipAfter(at(order, () => begin))).toEqual(first);
  },
);

/** The part that does not depend on the minute at which something was reported. */
function outline(membership: Membership | null) {
  if (!membership) return null;
  const { state, firstTransactionId, canceledAt, months, startedAt, expireAt } = membership;
  const days = Math.round((expireAt.getTime() - startedAt.getTime()) / dayMs);
  const open = months.map(({ transactionId, closedAt }) => `${transactionId} ${closedAt === null}`);
  return { state, firstTransactionId, isCanceled: canceledAt !== null, days, months: open };
}

test("R-OPEN-42, R-OPEN-44: every life of up to three months is the same in every order, at one instant and minute by minute", () => {
  let orders = 0;
  for (const steps of everyLife().filter(({ length }) => length <= 6)) {
    const first = membershipAfter(at(steps, () => begin));
    for (const order of ordersOf({ steps } as unknown as MembershipHistory)) {
      orders++;
      const atOnce = membershipAfter(at(order, () => begin));
      const minuteByMinute = membershipAfter(
        at(order, (index) => new Date(begin.getTime() + index * 60_000)),
      );
      if (JSON.stringify(atOnce) !== JSON.stringify(first))
        expect(atOnce, JSON.stringify(order)).toEqual(first);
      const [seen, meant] = [outline(minuteByMinute), outline(first)];
      if (JSON.stringify(seen) !== JSON.stringify(meant)) expect(seen, JSON.stringify(order)).toEqual(meant);
    }
  }
  expect(orders).toBeGreaterThan(20_000);
});

/** The result of a history whose steps are reported on the days beside them, counted from its begin. */
function lived(...steps: readonly (readonly [day: number, step: HistoryStep])[]) {
  const membership = membershipAfter(steps.map(([day, step]) => ({ step, at: dayAt(day) })));
  if (!membership) throw new Error("nothing was paid");
  const dayOf = (instant: Date) => (instant.getTime() - begin.getTime()) / dayMs;
  return {
    state: membership.state,
    end: dayOf(membership.expireAt),
    months: membership.months.map(({ transactionId, start, end }) => [
      transactionId,
      dayOf(start),
      dayOf(end),
    ]),
    renews: membership.canceledAt === null,
  };
}

const canceled = notice("CANCELMEMBERSHIPNOTIFY");
const charged = (of: string) => back("CHARGEBACK", of);

test("R-OPEN-42: the first month goes back in the second: that one stays open to its end, and nothing renews", () => {
  const end = lived([0, SALE], [30, rebill("t2")], [31, charged("t1")]);
  expect(end).toMatchObject({ state: "running", end: 60, renews: false });
});

test("R-OPEN-42: the running month goes back: access ends then, whatever was paid before", () => {
  const end = lived([0, SALE], [30, rebill("t2")], [31, charged("t2")]);
  expect(end).toMatchObject({ state: "ended", end: 31, renews: false });
});

test("R-OPEN-44: a month paid late begins when it is paid; one paid early, where the month before ends", () => {
  const { months } = lived([0, SALE], [29, rebill("t2")], [65, rebill("t3")]);
  expect(months).toEqual([
    ["t1", 0, 30],
    ["t2", 30, 60],
    ["t3", 65, 95],
  ]);
});

test("R-OPEN-44: renewals that were reported a month apart keep that order, whatever their numbers", () => {
  const { months } = lived([0, SALE], [30, rebill("t9")], [60, rebill("t3")]);
  expect(months.map(([number]) => number)).toEqual(["t1", "t9", "t3"]);
});

test("R-OPEN-44: what is paid days after a month went back, or after the end, buys its month from then on", () => {
  expect(lived([0, SALE], [3, charged("t1")], [10, rebill("t2")])).toMatchObject({
    state: "running",
    end: 40,
  });
  const afterEnd = lived([0, SALE], [30, ENDED], [33, rebill("t2")]);
  expect(afterEnd).toMatchObject({ state: "running", end: 63, renews: false });
});

test("R-OPEN-44: a membership that follows another one begins where that one's paid time ends", () => {
  const membership = membershipAfter([{ step: SALE, at: begin }], dayAt(12));
  expect(membership).toMatchObject({ startedAt: dayAt(12), expireAt: dayAt(42) });
});

test("R-SUB-09: a cancellation reported soon after enabling is its echo, a later one is another", () => {
  const hour = 1 / 24;
  const enabled = [
    [0, SALE],
    [1, "cancel"],
    [2, "enable"],
  ] as const;
  expect(lived(...enabled, [2 + hour, canceled]).renews).toBe(true);
  expect(lived(...enabled, [2.1, canceled]).renews).toBe(false);
  expect(lived(...enabled, [2.1, canceled], [3, "enable"]).renews).toBe(true);
  expect(lived([0, SALE], [30, rebill("t2")], [31, charged("t1")], [32, "enable"]).renews).toBe(true);
});

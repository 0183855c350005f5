import { layOutMonths, type Month, type Payment } from "./months.ts";
import { reenabledGraceMs } from "./period.ts";

/** The reports about a membership and the commands given here, in the order they were stored. */
export type MembershipStep = {
  kind: "canceled" | "enabled" | "ended" | "paid" | "renewed" | "refunded" | "charged_back";
  source: "fan" | "gateway" | "system";
  at: Date;
  /** The payment that it speaks of. */
  transactionId: string | null;
};

export type Known = {
  payments: readonly Payment[];
  /** The time that each payment buys, in milliseconds. */
  periodMs: number;
  steps: readonly MembershipStep[];
  /** Until then an older membership to the same model is paid. */
  notBefore: Date | null;
};

/** The state of a membership: access lasts while it is `running` and `expireAt` has not come. */
export type Membership = {
  state: "running" | "ended";
  months: readonly Month[];
  /** The gateway's number of the payment that began it. */
  firstTransactionId: string;
  startedAt: Date;
  expireAt: Date;
  canceledAt: Date | null;
  userCanceledAt: Date | null;
  reenabledAt: Date | null;
};

/**
 * The membership by everything known of it; null while no payment is. Reports of gateways have no order: one set of
 * notices, reported in any order, gives one membership. Only commands count from when they were given.
 */
export function membershipOf({ payments, periodMs, steps, notBefore }: Known): Membership | null {
  if (payments.length === 0) return null;
  const reported = [
    ...payments.map(({ reportedAt }) => reportedAt),
    ...fromGateway(steps).map(({ at }) => at),
  ];
  const since = earliest(reported);
  const ends = fromGateway(steps).flatMap(({ kind, at }) => (kind === "ended" ? [at] : []));
  const months = layOutMonths({ payments, periodMs, since, notBefore, ends });
  const [first] = months;
  if (!first) throw new Error("every payment has its month");
  const enabled = steps.findLast(({ kind }) => kind === "enabled");
  const offs = switchedOff(steps, payments);
  const byFan = offs.filter(({ source }) => source === "fan");
  return {
    ...access(months),
    months,
    firstTransactionId: first.transactionId,
    startedAt: first.start,
    canceledAt: offs.length > 0 ? earliest(offs.map(({ at }) => at)) : null,
    userCanceledAt: byFan[0]?.at ?? null,
    reenabledAt: enabled?.at ?? null,
  };
}

/** True when a gateway has reported, since renewal was last switched on, that it no longer renews. */
export function isOffAtGateway(steps: readonly MembershipStep[]): boolean {
  return fromGateway(sinceEnabled(steps)).some(({ kind }) => kind === "canceled" || kind === "ended");
}

/** A month that was paid for stays open until its end, whatever became of other months. */
function access(months: readonly Month[]): Pick<Membership, "state" | "expireAt"> {
  const closings = months.flatMap(({ closedAt }) => (closedAt ? [closedAt.getTime()] : []));
  const lastClosing = Math.max(-Infinity, ...closings);
  const isRunning = months.some(({ closedAt, end }) => closedAt === null && end.getTime() > lastClosing);
  const until = months.map(({ closedAt, end }) => Math.min(end.getTime(), closedAt?.getTime() ?? Infinity));
  return { state: isRunning ? "running" : "ended", expireAt: new Date(Math.max(...until)) };
}

/**
 * Every step, since the fan last switched renewal on, that ends renewal. A fan who got a month refunded is
 * not charged another one. A gateway's report soon after switching on is the echo of the cancellation before.
 */
function switchedOff(steps: readonly MembershipStep[], payments: readonly Payment[]): MembershipStep[] {
  const enabled = steps.findLast(({ kind }) => kind === "enabled");
  const graceUntil = enabled ? enabled.at.getTime() + reenabledGraceMs : -Infinity;
  const isPaid = (id: string | null) =>
    id === null || payments.some(({ transactionId }) => transactionId === id);
  return sinceEnabled(steps).filter(({ kind, source, at, transactionId }) => {
    if (kind === "canceled") return source !== "gateway" || at.getTime() > graceUntil;
    return kind === "ended" || ((kind === "refunded" || kind === "charged_back") && isPaid(transactionId));
  });
}

const sinceEnabled = (steps: readonly MembershipStep[]) =>
  steps.slice(steps.findLastIndex(({ kind }) => kind === "enabled") + 1);

const fromGateway = (steps: readonly MembershipStep[]) => steps.filter(({ source }) => source === "gateway");

const earliest = (instants: readonly Date[]) =>
  new Date(Math.min(...instants.map((instant) => instant.getTime())));

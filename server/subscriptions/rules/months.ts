import { reorderMaxMs } from "./period.ts";

/** A reported payment. `returnedAt`: when payment and return were both known. */
export type Payment = {
  transactionId: string;
  /** False: the one that began the membership. */
  renewal: boolean;
  reportedAt: Date;
  returnedAt: Date | null;
};

/** The days that a payment buys, of one month or several; `closedAt`: when it stopped buying access. */
export type Month = Payment & { start: Date; end: Date; closedAt: Date | null };

type Reported = {
  payments: readonly Payment[];
  /** The time that each payment buys, in milliseconds. */
  periodMs: number;
  /** When the membership was first reported. */
  since: Date;
  /** The first month begins no sooner. */
  notBefore: Date | null;
  /** When the gateway reported the end of the membership. */
  ends: readonly Date[];
};

/**
 * Lays the paid months out one after another: each begins where the one before ends, or when it was paid, if that was
 * later. A payment was made no later than any later report. Once a month was refunded, what is paid a day
 * or more later need not wait for its end.
 */
export function layOutMonths({ payments, periodMs, since, notBefore, ends }: Reported): Month[] {
  const ordered = inTrueOrder(payments);
  let free = notBefore?.getTime() ?? -Infinity;
  let before: Month | undefined;
  return ordered.map((payment, index) => {
    const reported = ordered.slice(index).map(({ reportedAt }) => reportedAt.getTime());
    const madeMs = Math.min(...reported, ...(index === 0 ? [since.getTime()] : []));
    if (before?.returnedAt && madeMs > before.returnedAt.getTime() + reorderMaxMs)
      free = Math.max(before.start.getTime(), Math.min(free, before.returnedAt.getTime()));
    const start = new Date(Math.max(free, madeMs));
    const end = new Date(start.getTime() + periodMs);
    free = end.getTime();
    before = { ...payment, start, end, closedAt: closedAt(payment, ends) };
    return before;
  });
}

/** Renewals are ordered by when they were reported; those reported together, by the gateway's numbers. */
function inTrueOrder(payments: readonly Payment[]): Payment[] {
  const groups: Payment[][] = [];
  for (const payment of payments.toSorted((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime())) {
    const group = groups.at(-1);
    const lastMs = group?.at(-1)?.reportedAt.getTime() ?? -Infinity;
    if (group && payment.reportedAt.getTime() - lastMs < reorderMaxMs) group.push(payment);
    else groups.push([payment]);
  }
  const reported = groups.flatMap((group) => group.toSorted(byNumber));
  return [...reported.filter(({ renewal }) => !renewal), ...reported.filter(({ renewal }) => renewal)];
}

const digitsAsNumbers = new Intl.Collator("en", { numeric: true });

function byNumber(a: Payment, b: Payment): number {
  return (
    digitsAsNumbers.compare(a.transactionId, b.transactionId) || (a.transactionId < b.transactionId ? -1 : 1)
  );
}

/**
 * A month closes when its payment goes back, or with the end of the membership. A payment that is reported a day or more
 * after that end was not meant by it: late money buys its month all the same.
 */
function closedAt({ reportedAt, returnedAt }: Payment, ends: readonly Date[]): Date | null {
  const end = ends.find((at) => reportedAt.getTime() <= at.getTime() + reorderMaxMs);
  const closings = [
    ...(returnedAt ? [returnedAt.getTime()] : []),
    ...(end ? [Math.max(end.getTime(), reportedAt.getTime())] : []),
  ];
  return closings.length > 0 ? new Date(Math.min(...closings)) : null;
}

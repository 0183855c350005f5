import { periodMs, reorderMaxMs } from "./period.ts";

/** A payment that was heard of. `returnedAt`: when payment and return were both known. */
export type Payment = {
  transactionId: string;
  /** False: the one that began the membership. */
  renewal: boolean;
  heardAt: Date;
  returnedAt: Date | null;
};

/** The 30 days that a payment buys; `closedAt`: when it stopped buying access. */
export type Month = Payment & { start: Date; end: Date; closedAt: Date | null };

type Heard = {
  payments: readonly Payment[];
  /** When anything was first heard of the membership. */
  since: Date;
  /** The first month begins no sooner. */
  notBefore: Date | null;
  /** When the gateway said that the membership had ended. */
  ends: readonly Date[];
};

/**
 * Lays the paid months out one after another: each begins where the one before ends, or when it was paid, if that was
 * later. A payment was made no later than anything after it was heard of. Once a month has gone back, what is paid a day
 * or more later need not wait for its end.
 */
export function layOutMonths({ payments, since, notBefore, ends }: Heard): Month[] {
  const ordered = inTrueOrder(payments);
  let free = notBefore?.getTime() ?? -Infinity;
  let before: Month | undefined;
  return ordered.map((payment, index) => {
    const heard = ordered.slice(index).map(({ heardAt }) => heardAt.getTime());
    const madeMs = Math.min(...heard, ...(index === 0 ? [since.getTime()] : []));
    if (before?.returnedAt && madeMs > before.returnedAt.getTime() + reorderMaxMs)
      free = Math.max(before.start.getTime(), Math.min(free, before.returnedAt.getTime()));
    const start = new Date(Math.max(free, madeMs));
    const end = new Date(start.getTime() + periodMs);
    free = end.getTime();
    before = { ...payment, start, end, closedAt: closedAt(payment, ends) };
    return before;
  });
}

/** Renewals go by when they were heard of; those that were heard of together, by the gateway's numbers. */
function inTrueOrder(payments: readonly Payment[]): Payment[] {
  const groups: Payment[][] = [];
  for (const payment of payments.toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime())) {
    const group = groups.at(-1);
    const lastMs = group?.at(-1)?.heardAt.getTime() ?? -Infinity;
    if (group && payment.heardAt.getTime() - lastMs < reorderMaxMs) group.push(payment);
    else groups.push([payment]);
  }
  const heard = groups.flatMap((group) => group.toSorted(byNumber));
  return [...heard.filter(({ renewal }) => !renewal), ...heard.filter(({ renewal }) => renewal)];
}

const digitsAsNumbers = new Intl.Collator("en", { numeric: true });

function byNumber(a: Payment, b: Payment): number {
  return (
    digitsAsNumbers.compare(a.transactionId, b.transactionId) || (a.transactionId < b.transactionId ? -1 : 1)
  );
}

/**
 * A month closes when its payment goes back, or with the end of the membership. A payment that is heard of a day or more
 * after that end was not meant by it: late money buys its month all the same.
 */
function closedAt({ heardAt, returnedAt }: Payment, ends: readonly Date[]): Date | null {
  const end = ends.find((at) => heardAt.getTime() <= at.getTime() + reorderMaxMs);
  const closings = [
    ...(returnedAt ? [returnedAt.getTime()] : []),
    ...(end ? [Math.max(end.getTime(), heardAt.getTime())] : []),
  ];
  return closings.length > 0 ? new Date(Math.min(...closings)) : null;
}

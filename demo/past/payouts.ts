import type { DemoModel } from "../models.ts";
import { endOf, type Paid } from "./ledger.ts";
import type { Spending } from "./spending.ts";

/** A month is paid on its fifth day after, at noon UTC. */
const paidOnDay = 5;

/**
 * What models were paid for the months that are over: all that they earned in each. A third of them still wait for the
 * last one, so that there is something to pay.
 */
export function payoutsOf(spent: readonly Spending[], models: readonly DemoModel[], now: Date): Paid[] {
  const ranks = new Map(models.map(({ login, rank }) => [login, rank]));
  const earned = new Map<string, number>();
  for (const one of spent) {
    const at = one.kind === "show" ? endOf(one) : one.at;
    const key = `${at.toISOString().slice(0, 7)} ${one.model}`;
    earned.set(key, (earned.get(key) ?? 0) + one.tokens);
  }
  const last = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)));
  return [...earned]
    .flatMap(([key, tokens]): Paid[] => {
      const [month = "", model = ""] = key.split(" ");
      const at = paidAt(month);
      const waits = month === last && (ranks.get(model) ?? 0) % 3 === 0;
      if (at >= now || waits) return [];
      return [{ model, month, tokens, reference: `SEPA ${month.replace("-", "")}${ranks.get(model)}`, at }];
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.model.localeCompare(other.model));
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

function paidAt(month: string): Date {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, paidOnDay, 12));
}

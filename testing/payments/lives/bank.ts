import { between, pick, type Random } from "#server/kit/random.ts";
import type { FindingKind } from "#server/payments/rules/reported-state.ts";

/** A gateway's report of a sale; `sequence` numbers its changes where the gateway counts them. */
export type Finding = { kind: FindingKind; sequence: number | null };
export type Callback = { id: string } & Finding;

/** How a sale begins at the gateway. `lost`: it never arrives there. */
export type Fate = "approved" | "declined" | "pending" | "lost";

type Sale = { id: string; kind: FindingKind; sequence: number; counts: boolean; at: number };

/** A gateway in truth: what became of each sale, and callbacks that are lost, copied and late. */
export type Bank = {
  sell(id: string, fate: Fate, counts: boolean, nowMs: number): void;
  /** Something happens to one of its sales. */
  act(nowMs: number): void;
  /** Payers who have not answered have not. */
  closeOpen(): void;
  ask(id: string): Finding;
  /** A callback that arrives now, in any order. */
  deliver(): Callback | undefined;
};

/** Late money comes within days of the order: for longer nobody asks. */
const lateMsMax = 5 * 86_400_000;
const returns: readonly FindingKind[] = ["refunded", "charged_back", "chargeback_reversed"];

export function createBank(random: Random): Bank {
  const sales = new Map<string, Sale>();
  const callbacks: Callback[] = [];
  const change = (sale: Sale, kind: FindingKind) => {
    Object.assign(sale, { kind, sequence: sale.sequence + 1 });
    // A refund is reported until it is received: nobody asks about a payment that has come.
    const copies = between(random, returns.includes(kind) ? 1 : 0, 3);
    for (let copy = 0; copy < copies; copy++) callbacks.push({ id: sale.id, ...findingOf(sale) });
  };
  const findingOf = ({ kind, sequence, counts }: Sale): Finding => ({
    kind,
    sequence: counts && returns.includes(kind) ? sequence : null,
  });
  return {
    sell(id, fate, counts, nowMs) {
      if (fate === "lost") return;
      const sale: Sale = { id, kind: "not_found", sequence: 0, counts, at: nowMs };
      sales.set(id, sale);
      change(sale, fate);
    },
    act(nowMs) {
      if (sales.size === 0) return;
      const sale = pick(random, [...sales.values()]);
      const next = nextOf(sale, nowMs);
      if (next.length > 0) change(sale, pick(random, next));
    },
    closeOpen() {
      for (const sale of sales.values()) if (sale.kind === "pending") change(sale, "expired");
    },
    ask(id) {
      const sale = sales.get(id);
      return sale ? findingOf(sale) : { kind: "not_found", sequence: null };
    },
    deliver: () => callbacks.splice(Math.floor(random() * callbacks.length), 1)[0],
  };
}

function nextOf({ kind, counts, at }: Sale, nowMs: number): FindingKind[] {
  switch (kind) {
    case "pending":
      return [...(nowMs - at < lateMsMax ? ["approved" as const] : []), "declined", "cancelled", "expired"];
    case "declined":
    case "cancelled":
    case "expired":
      return nowMs - at < lateMsMax ? ["approved"] : [];
    case "approved":
      return ["refunded", "charged_back"];
    case "charged_back":
      return ["chargeback_reversed", "refunded"];
    case "chargeback_reversed":
      return counts ? ["charged_back", "refunded"] : ["refunded"];
    default:
      return [];
  }
}

import type { PaymentsNeeds } from "../needs.ts";
import { toDecimal } from "../rules/prices.ts";
import {
  type Books,
  bookLines,
  creditedIn,
  type Difference,
  oddNotices,
  openSince,
  partsOpenSince,
  type Span,
} from "../store/books.ts";

const hourMs = 3_600_000;

/** Compares what succeeded in a span with the ledger, and lists what gateways reported that fits nothing. */
export async function readBooks({ db, wallet, clock }: PaymentsNeeds, span: Span): Promise<Books> {
  const hourAgo = new Date(clock.now().getTime() - hourMs);
  const [lines, credited, notices, open, openParts] = await Promise.all([
    bookLines(db, span),
    creditedIn(db, span),
    oddNotices(db, span),
    openSince(db, { from: span.from, before: hourAgo < span.before ? hourAgo : span.before }),
    partsOpenSince(db, span),
  ]);
  const moved = await wallet.amountsOf(
    db,
    credited.flatMap(({ transferId }) => transferId ?? []),
  );
  const differences: Difference[] = [
    ...credited.flatMap(({ id, orderId, gateway, transferId, tokens, partTokens, at }) => {
      const found = transferId === null ? undefined : moved.get(transferId);
      if (found === tokens || found === tokens - partTokens) return [];
      const kind = found === undefined ? ("not_credited" as const) : ("other_tokens" as const);
      return { kind, gateway, paymentId: id, orderId, detail: `${found ?? 0} / ${tokens}`, at };
    }),
    ...notices.map(({ gateway, dedupeKey, intentId, verdict, amountCents, currency, last4, at }) => ({
      kind: verdict === "no_intent" ? ("no_payment" as const) : ("other_sum" as const),
      ...{ gateway, paymentId: intentId, orderId: null, at },
      detail: [
        amountCents === null ? null : `${(amountCents / 100).toFixed(2)} ${currency ?? ""}`.trim(),
        last4 && `•••• ${last4}`,
        dedupeKey,
      ]
        .filter(Boolean)
        .join(" · "),
    })),
    ...openParts.map(({ gateway, id, orderId, at, amountCents, currency }) => ({
      ...{ kind: "part_open" as const, gateway, paymentId: id, orderId, at },
      detail: `${toDecimal(amountCents)} ${currency}`,
    })),
    ...open.map(({ id, orderId, gateway, at }) => ({
      ...{ kind: "open_long" as const, gateway, paymentId: id, orderId, detail: "", at },
    })),
  ];
  return { lines, differences: differences.toSorted((one, other) => one.at.getTime() - other.at.getTime()) };
}

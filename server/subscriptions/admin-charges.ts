import type { Tx } from "#server/kit/database/database.ts";
import type { Result } from "#server/kit/result.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { type ChargeRefund, type ChargeRefundRefusal, refundCharge } from "./refund-charge.ts";
import {
  type AdminCharge,
  type ChargeKey,
  type ChargeLine,
  chargeLines,
  findCharges,
} from "./store/admin-charges.ts";
import { partsOf } from "./store/part-refunds.ts";
import { type OpenRefund, openOrdersOf, ordersOf, type RefundOrder } from "./store/refund-orders.ts";

/**
 * A payment of a subscription as staff see it; `model`: the name of whom it was for, if they are still here. `refundable`: it
 * can be given back from here.
 */
export type StaffCharge = AdminCharge & { model: string | null; refundable: boolean };

/** A refund that staff ordered. */
export type StaffRefund = {
  amountCents: number;
  state: RefundOrder["state"];
  at: Date;
  settledAt: Date | null;
};

/** Payments of subscriptions as staff look them up and add them up. */
export type StaffCharges = {
  /** The newest payments, so many at most, and how many there are. */
  find(key: ChargeKey, limit: number): Promise<{ rows: StaffCharge[]; total: number }>;
  /** The refunded parts of a payment, oldest first. */
  parts(charge: StaffCharge): Promise<{ amountCents: number; at: Date }[]>;
  /** The refunds that staff ordered of a payment, oldest first. */
  refunds(charge: StaffCharge): Promise<StaffRefund[]>;
  /** Asks the gateway to give a payment back; `record` runs in the transaction that writes the order down. */
  refund(
    refund: ChargeRefund,
    record: (tx: Tx, transactionId: string) => Promise<void>,
  ): Promise<Result<object, ChargeRefundRefusal>>;
  /** The charges' steps in a span. */
  books(span: Span): Promise<ChargeLine[]>;
  /** The refunds asked for in a span that the gateway has not answered for within an hour. */
  openRefunds(span: Span): Promise<OpenRefund[]>;
};

type Span = { from: Date; before: Date };
const hourMs = 3_600_000;

/** `beginSync` updates the gateway of a subscription: a refund switches its renewal off. */
export function staffCharges(needs: SubscriptionsNeeds, beginSync: (id: number) => void): StaffCharges {
  const { db, catalog, clock, gateways } = needs;
  const isRefundable = ({ state, gateway }: AdminCharge) =>
    state === "paid" && gateways[gateway]?.refund !== undefined;
  return {
    async find(key, limit) {
      const { rows, total } = await findCharges(db, key, limit);
      const faces = await catalog.faces(db, [...new Set(rows.map(({ modelId }) => modelId))]);
      const shown = (row: AdminCharge): StaffCharge => ({
        ...{ ...row, model: faces.get(row.modelId)?.name ?? null, refundable: isRefundable(row) },
      });
      return { rows: rows.map(shown), total };
    },
    parts: (charge) => partsOf(db, charge),
    async refunds({ id }) {
      const orders = await ordersOf(db, id);
      return orders.map(({ amount_cents, state, asked_at, settled_at }) => ({
        ...{ amountCents: amount_cents, state, at: asked_at, settledAt: settled_at },
      }));
    },
    async refund(refund, record) {
      const done = await refundCharge(needs, refund, record);
      if (done.ok) beginSync(done.subscriptionId);
      return done;
    },
    books: (span) => chargeLines(db, span),
    openRefunds({ from, before }) {
      const hourAgo = new Date(clock.now().getTime() - hourMs);
      return openOrdersOf(db, { from, before: hourAgo < before ? hourAgo : before });
    },
  };
}

import type { SubscriptionsNeeds } from "./needs.ts";
import {
  type AdminCharge,
  type ChargeKey,
  type ChargeLine,
  chargeLines,
  findCharges,
} from "./store/admin-charges.ts";
import { partsOf } from "./store/part-refunds.ts";

/** A payment of a subscription as staff see it; `model`: the name of whom it was for, if they are still here. */
export type StaffCharge = AdminCharge & { model: string | null };

/** Payments of subscriptions as staff look them up and add them up. */
export type StaffCharges = {
  /** The newest payments, so many at most, and how many there are. */
  find(key: ChargeKey, limit: number): Promise<{ rows: StaffCharge[]; total: number }>;
  /** What went back of a payment in parts, oldest first. */
  parts(charge: StaffCharge): Promise<{ amountCents: number; at: Date }[]>;
  /** What they did in a span. */
  books(span: { from: Date; before: Date }): Promise<ChargeLine[]>;
};

export function staffCharges({ db, catalog }: Pick<SubscriptionsNeeds, "db" | "catalog">): StaffCharges {
  return {
    async find(key, limit) {
      const { rows, total } = await findCharges(db, key, limit);
      const faces = await catalog.faces(db, [...new Set(rows.map(({ modelId }) => modelId))]);
      return { rows: rows.map((row) => ({ ...row, model: faces.get(row.modelId)?.name ?? null })), total };
    },
    parts: (charge) => partsOf(db, charge),
    books: (span) => chargeLines(db, span),
  };
}

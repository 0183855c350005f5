import { createHash } from "node:crypto";

/**
 * The fields by which two requests are the same, as far as the caller sent them. A card counts only by its details
 * that are stored anyway.
 */
export type HashedFields = {
  packageId: number;
  amount: number | null;
  orderId: string | null;
  /** As the caller words it; missing where the request has none. */
  description?: string;
  payer: Readonly<Record<string, string | null>>;
  source:
    | { kind: "token" }
    | { kind: "card"; bin: string | null; last4: string }
    | { kind: "regional"; code: string }
    | { kind: "saved"; cardId: number }
    | { kind: "form" };
  /** The card is to be kept; missing where it is not. */
  keepsCard?: true;
};

/** A hash that is equal for equal requests, whatever the order of their fields. */
export function requestHash(fields: HashedFields): Buffer {
  const payer = Object.entries(fields.payer).sort(([a], [b]) => (a < b ? -1 : 1));
  const { packageId, amount, orderId, description, source, keepsCard } = fields;
  return createHash("sha256")
    .update(
      JSON.stringify([
        packageId,
        amount,
        orderId,
        payer,
        source,
        ...(description === undefined ? [] : [description]),
        ...(keepsCard ? ["keeps card"] : []),
      ]),
    )
    .digest();
}

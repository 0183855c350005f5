import type { ReturnKind } from "./gateways/gateway.ts";

export type TokensPurchased = {
  fanId: number;
  tokens: number;
  balance: number;
  transactionId: string;
  transferId: number;
  type: "tokens";
};

/** A purchase was refunded or charged back, or a dispute was won. */
export type PurchaseReturned = {
  fanId: number;
  transactionId: string;
  kind: ReturnKind;
  /** Negative when they were taken back, whether the fan still had them or now owes them. */
  tokens: number;
  /** How many of them the fan had already spent. */
  owed: number;
  balance: number;
};

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    tokens_purchased: TokensPurchased;
    purchase_returned: PurchaseReturned;
  }
}

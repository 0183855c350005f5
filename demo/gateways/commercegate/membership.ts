/** A payment in the provider's books. */
export type Payment = {
  id: string;
  kind: "SALE" | "REBILL";
  state: "paid" | "refunded" | "charged_back";
  at: string;
};

/** Where a membership stands at the provider. `asked`: its form was never paid. */
export type MembershipState = "asked" | "running" | "canceled" | "ended";

/** A membership in the provider's own books. */
export type Membership = {
  /** The merchant's name of the payer; one membership each. */
  username: string;
  packid: string;
  email: string;
  /** A value of the merchant that every notice repeats. */
  op1: string;
  op2: string;
  amount: string;
  token: string;
  state: MembershipState;
  payments: Payment[];
  /** When the running period ends, ISO 8601. */
  paid_until: string | null;
};

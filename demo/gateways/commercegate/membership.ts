import { type Books, openBooks } from "../books.ts";

/** A payment in the provider's books. */
export type Payment = {
  id: string;
  kind: "SALE" | "REBILL";
  state: "paid" | "refunded" | "charged_back";
  at: string;
  /** The payment's amount; for an older membership, its price. */
  amount?: string;
  /** The merchant's refunds of the payment. */
  refunds?: readonly { id: string; amount: string }[];
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

/** The provider's books, by the merchant's name of the payer. */
export type MembershipStore = {
  save(membership: Membership): void;
  byUserName(username: string): Membership | undefined;
  byToken(token: string): Membership | undefined;
  all(): Membership[];
};

/** Opens the books; `file` null keeps them in memory. */
export function openMembershipStore(file: string | null): MembershipStore {
  const books: Books<Membership> = openBooks(file, ({ username }) => username);
  return {
    save: books.save,
    byUserName: books.get,
    byToken: (token) => books.all().find((membership) => membership.token === token),
    all: books.all,
  };
}

import { type Books, openBooks } from "../books.ts";
import type { Membership } from "./membership.ts";

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

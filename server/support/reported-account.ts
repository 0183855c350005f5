import type { Reader } from "#server/kit/database/database.ts";
import type { Reported } from "./emails/decision-emails.ts";
import type { SupportNeeds } from "./needs.ts";

type Accounts = Pick<SupportNeeds, "accounts">;

/** The person whom a decision about an account is mailed to; null: the account has no confirmed address, or is closed. */
export async function addressee(
  { accounts }: Accounts,
  reader: Reader,
  accountId: number | null,
): Promise<Reported | null> {
  const account = accountId === null ? undefined : await accounts.byId(reader, accountId);
  if (!account?.email || account.validation !== "confirmed") return null;
  return { ...account, email: account.email };
}

/** Whether staff have suspended an account. */
export async function isSuspended(
  { accounts }: Accounts,
  reader: Reader,
  accountId: number | null,
): Promise<boolean> {
  return accountId !== null && (await accounts.suspendedSince(reader, [accountId])).has(accountId);
}

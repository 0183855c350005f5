import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import type { IdentityNeeds } from "./needs.ts";
import type { Account } from "./store/accounts-store.ts";
import { insertLink, type Purpose } from "./store/mailed-links-store.ts";

/** An account that has an address to be mailed at. */
export type Reachable = Account & { email: string };

/** How long a link is good for, in hours; the mails tell it too. */
export const linkHours: Readonly<Record<Purpose, number>> = { confirm_email: 48, reset_password: 1 };

/** Makes a link's token (256 random bits as base64url) and remembers its hash for the account's present address. */
export async function makeLinkToken(
  tx: Tx,
  { clock }: Pick<IdentityNeeds, "clock">,
  account: Reachable,
  purpose: Purpose,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const made_at = clock.now();
  await insertLink(tx, {
    token_hash: hashOfToken(token),
    purpose,
    account_id: account.id,
    address: account.email,
    made_at,
    expires_at: new Date(made_at.getTime() + linkHours[purpose] * 3_600_000),
  });
  return token;
}

/** What is kept of a token. It is random and long, so that a plain SHA-256 gives nothing away. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

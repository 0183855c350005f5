import { randomUUID } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import type { AccountsNeeds, SignedIn } from "./accounts.ts";
import type { Account } from "./store/accounts-store.ts";
import { insertSession } from "./store/sessions-store.ts";
import { signToken } from "./tokens.ts";

const passwordSessionSeconds = 86_400;

/** Issues a token for an account and remembers it, so that it can be revoked. */
export async function openSession(
  tx: Tx,
  needs: Pick<AccountsNeeds, "clock" | "tokenSecret">,
  account: Account,
): Promise<SignedIn> {
  const issuedAt = needs.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + passwordSessionSeconds * 1000);
  const claims = { accountId: account.id, role: account.role, tokenId: randomUUID(), expiresAt };
  await insertSession(tx, { ...claims, issuedAt });
  const token = await signToken(needs.tokenSecret, claims, issuedAt);
  return { token, expiresInSeconds: passwordSessionSeconds, accountId: account.id, role: account.role };
}

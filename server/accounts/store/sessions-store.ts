import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { AccountTables } from "./tables.ts";

/** Remembers an issued token. */
export async function insertSession(
  tx: Tx,
  session: { tokenId: string; accountId: number; issuedAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .$extendTables<AccountTables>()
    .insertInto("accounts.session")
    .values({
      token_id: session.tokenId,
      account_id: session.accountId,
      issued_at: session.issuedAt,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** Role of the account behind a token that is neither revoked nor of a blocked account; undefined otherwise. */
export function liveSession(reader: Reader, tokenId: string) {
  return reader
    .$extendTables<AccountTables>()
    .selectFrom("accounts.session")
    .innerJoin("accounts.account", "accounts.account.id", "accounts.session.account_id")
    .select(["accounts.session.account_id", "accounts.account.role", "accounts.session.expires_at"])
    .where("accounts.session.token_id", "=", tokenId)
    .where("accounts.session.revoked_at", "is", null)
    .where("accounts.account.status", "<>", "blocked")
    .executeTakeFirst();
}

/** Kills one token. Answers whether it was alive. */
export async function revokeSession(tx: Tx, tokenId: string, at: Date): Promise<boolean> {
  const changed = await tx
    .$extendTables<AccountTables>()
    .updateTable("accounts.session")
    .set({ revoked_at: at })
    .where("token_id", "=", tokenId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

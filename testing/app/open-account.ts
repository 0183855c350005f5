import type { Account, Identity } from "#server/identity/identity.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";

/** Opens the account of a fan or model with this very login, and no password. */
export function openAccount(
  db: Database,
  identity: Pick<Identity, "open">,
  login: string,
  role: "fan" | "model",
): Promise<Account> {
  return inTransaction(db, (tx) =>
    identity.open(tx, {
      login,
      email: `${login}@example.test`,
      passwordHash: "none",
      role,
      language: "en",
      address: "127.0.0.1",
    }),
  );
}

import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Account, accountByName, updateRole } from "./store/accounts-store.ts";
import { revokeSessions } from "./store/sessions-store.ts";

export type PromotionRefusal =
  | "unknown"
  | "already_admin"
  | "unconfirmed"
  | "blocked"
  | "model"
  | "no_password";

/**
 * Makes a fan's account, found by its user name, one of the staff and ends its sessions, so that nobody who had one is
 * staff by it; `tokenIds` are those whose sockets the caller has to see to. A model's page, room and earnings hang on her role: she needs another account.
 */
export async function promoteAccount(
  tx: Tx,
  login: string,
  at: Date,
): Promise<Result<{ account: Account; tokenIds: string[] }, PromotionRefusal>> {
  const account = await accountByName(tx, login);
  if (account?.login.toLowerCase() !== login.toLowerCase()) return refuse("unknown");
  const refusal = objection(account);
  if (refusal) return refuse(refusal);
  // Whatever changed since the account was read decides here.
  if (!(await updateRole(tx, account.id, "fan", "admin"))) return refuse("blocked");
  return ok({ account, tokenIds: await revokeSessions(tx, account.id, { except: null }, at) });
}

function objection(account: Account): PromotionRefusal | null {
  if (account.status === "blocked") return "blocked";
  if (account.role === "admin") return "already_admin";
  if (account.role === "model") return "model";
  if (account.validation !== "confirmed") return "unconfirmed";
  return account.password_hash === null ? "no_password" : null;
}

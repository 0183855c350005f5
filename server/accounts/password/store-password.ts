import type { Tx } from "#server/kit/database/database.ts";
import type { AccountsNeeds } from "../accounts.ts";
import { endSessionsIn } from "../end-sessions.ts";
import type { Reachable } from "../mailed-link.ts";
import { passwordChangedMail } from "../mails/account-mails.ts";
import { updatePassword } from "../store/accounts-store.ts";
import { deleteLinks } from "../store/mailed-links-store.ts";

/** The page where a new password is asked for and chosen. */
export const lostPasswordPath = "/lost-password";

/**
 * Stores another password with all that follows: links to a new one die, so do the account's sessions except
 * `keptTokenId`, and the owner is told by mail. `tell` cuts sockets and playback and is called after the commit.
 */
export async function storePassword(
  tx: Tx,
  needs: AccountsNeeds,
  change: { accountId: number; passwordHash: string; keptTokenId: string | null },
): Promise<{ tell(): number }> {
  const { accountId, passwordHash, keptTokenId } = change;
  const account = await updatePassword(tx, accountId, passwordHash);
  await deleteLinks(tx, accountId, "reset_password");
  if (account.email !== null) {
    const letter = passwordChangedMail(account as Reachable, `${needs.publicOrigin}${lostPasswordPath}`);
    await needs.mail.post(tx, letter);
  }
  return endSessionsIn(tx, needs, accountId, { except: keptTokenId });
}

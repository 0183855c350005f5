import type { Tx } from "#server/kit/database/database.ts";
import { endSessionsIn } from "../end-sessions.ts";
import type { Reachable } from "../mailed-link.ts";
import { passwordChangedMail } from "../mails/account-mails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { updatePassword } from "../store/accounts-store.ts";
import { type Client, forgetClients, noteClient } from "../store/known-clients-store.ts";
import { deleteLinks } from "../store/mailed-links-store.ts";

/** The page where a new password is asked for and chosen. */
export const lostPasswordPath = "/lost-password";

/**
 * Stores another password with all that follows: links to a new one die, so do the account's sessions except
 * `keptTokenId`; of the clients that it knew only `client`, who chose it, stays one; the owner is told by mail. `tell`
 * cuts sockets and playback and is called after the commit.
 */
export async function storePassword(
  tx: Tx,
  needs: IdentityNeeds,
  change: { accountId: number; passwordHash: string; keptTokenId: string | null; client: Client },
): Promise<{ tell(): number }> {
  const { accountId, passwordHash, keptTokenId, client } = change;
  const account = await updatePassword(tx, accountId, passwordHash);
  await deleteLinks(tx, accountId, "reset_password");
  await forgetClients(tx, accountId);
  await noteClient(tx, accountId, client, { at: needs.clock.now(), byMail: keptTokenId === null });
  if (account.email !== null) {
    const letter = passwordChangedMail(account as Reachable, `${needs.publicOrigin}${lostPasswordPath}`);
    await needs.mailer.enqueue(tx, letter);
  }
  return endSessionsIn(tx, needs, accountId, { except: keptTokenId });
}

import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { lostPasswordPath, passwordChangedMail } from "../emails.ts";
import type { IdentityNeeds } from "../needs.ts";
import {
  lockReauthenticated,
  type ReauthCredentials,
  type Reauthenticate,
  type ReauthRefusal,
} from "../reauthenticate.ts";
import { endSessionsIn } from "../sessions.ts";
import { accountById, updatePassword } from "../store/accounts-store.ts";
import { deleteLinks, type Reachable } from "../store/email-links-store.ts";
import { type Client, deleteClients, noteClient } from "../store/known-clients-store.ts";
import { updateTwitter } from "../store/twitter-store.ts";
import { aboutX } from "../twitter-emails.ts";
import { hashPassword } from "./password-hash.ts";
import { validatePassword, type WeakPassword } from "./passwords.ts";

/**
 * Changes the password after re-authentication by the present one, or sets the first one after a fresh sign-in with X.
 * Every other session of the account ends at once.
 */
export function changePassword(needs: IdentityNeeds, reauthenticate: Reauthenticate) {
  return async (
    accountId: number,
    change: { credentials: ReauthCredentials; password: string },
    client: Client,
  ): Promise<Result<object, ReauthRefusal | WeakPassword>> => {
    const account = await accountById(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    // First: a code works once, and must not be spent on a password that is refused.
    const weak = await validatePassword(needs, change.password, account);
    if (weak) return refuse(weak);
    const checked = await reauthenticate(account, change.credentials);
    if (!checked.ok) return checked;
    const passwordHash = await hashPassword(change.password, needs.hashCost);
    const keptTokenId = change.credentials.tokenId;
    const stored = await inTransaction(needs.db, async (tx) => {
      const held = await lockReauthenticated(tx, account);
      if (!held.ok) return held;
      return ok(await storePassword(tx, needs, { accountId, passwordHash, keptTokenId, client }));
    });
    if (!stored.ok) return stored;
    stored.disconnect();
    return ok({});
  };
}

/**
 * Stores a password and what follows from it: reset links and the account's sessions except `keptTokenId` end, only
 * `client`, which chose the password, remains a known client, and the owner is notified by email. Without a session to
 * keep, the password was chosen by mailed link: then X is disconnected too, because somebody who knew the former
 * password may have connected it. After the commit the caller calls `disconnect`, which ends sockets and playback.
 */
export async function storePassword(
  tx: Tx,
  needs: IdentityNeeds,
  change: { accountId: number; passwordHash: string; keptTokenId: string | null; client: Client },
): Promise<{ disconnect(): number }> {
  const { accountId, passwordHash, keptTokenId, client } = change;
  const byMail = keptTokenId === null;
  const account = await updatePassword(tx, accountId, passwordHash);
  if (byMail && account.twitter_id !== null) await updateTwitter(tx, accountId, null);
  await deleteLinks(tx, accountId, "reset_password");
  await deleteClients(tx, accountId);
  await noteClient(tx, accountId, client, { at: needs.clock.now(), byMail });
  if (account.email !== null) {
    const owner = account as Reachable;
    const url = `${needs.publicOrigin}${lostPasswordPath}`;
    const email = passwordChangedMail(owner, url, aboutX(owner, { disconnected: byMail }));
    await needs.mailer.enqueue(tx, email);
  }
  return endSessionsIn(tx, needs, accountId, { except: keptTokenId });
}

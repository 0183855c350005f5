import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import type { AccountsNeeds } from "./accounts.ts";
import { revokeSession } from "./store/sessions-store.ts";

/** Kills the token and whatever hangs on it: sockets, playback. */
export function signOut({ db, clock, revoked }: AccountsNeeds) {
  return async (viewer: Viewer): Promise<void> => {
    await inTransaction(db, (tx) => revokeSession(tx, viewer.tokenId, clock.now()));
    revoked({ tokenId: viewer.tokenId, accountId: viewer.userId });
  };
}

import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds } from "./needs.ts";
import { revokeSessions, type WhichSessions } from "./store/sessions-store.ts";

type EndNeeds = Pick<IdentityNeeds, "db" | "clock" | "revoked">;

/** Ends sessions of an account with whatever hangs on them: sockets, playback. Answers how many there were. */
export function endSessions(needs: EndNeeds) {
  return async (accountId: number, which: WhichSessions): Promise<number> => {
    const ended = await inTransaction(needs.db, (tx) => endSessionsIn(tx, needs, accountId, which));
    return ended.tell();
  };
}

/**
 * The same inside the caller's transaction: a change of password and the end of its sessions happen together. After
 * the commit the caller calls `tell`, which cuts the sockets and answers how many sessions there were.
 */
export async function endSessionsIn(
  tx: Tx,
  { clock, revoked }: Pick<EndNeeds, "clock" | "revoked">,
  accountId: number,
  which: WhichSessions,
): Promise<{ tell(): number }> {
  const tokenIds = await revokeSessions(tx, accountId, which, clock.now());
  return {
    tell() {
      for (const tokenId of tokenIds) revoked({ tokenId, accountId });
      return tokenIds.length;
    },
  };
}

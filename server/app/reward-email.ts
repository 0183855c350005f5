import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

/** What a fan gets for proving the first address of the account. */
const rewardTokens = 5;

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    email_confirmed: { fanId: number; balance: number; transferId: number };
  }
}

/** Thanks a fan for a proved address, once per account whatever its addresses. Answers the tokens given now. */
export async function rewardEmail(tx: Tx, wallet: Wallet, account: Account): Promise<number> {
  if (account.role !== "fan") return 0;
  const issued = await wallet.issue(tx, {
    key: `email_confirmed:${account.id}`,
    to: { kind: "fan", id: account.id },
    tokens: rewardTokens,
    kind: "bonus",
    reason: "Email confirmed",
  });
  if (!issued.ok) throw new Error(`the reward of account ${account.id} was issued with other figures`);
  const { transferId, replayed } = issued;
  const balance = await wallet.balance(tx, { kind: "fan", id: account.id });
  await publishEvent(tx, "email_confirmed", { fanId: account.id, balance, transferId });
  return replayed ? 0 : rewardTokens;
}

import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { balance } from "./accounts.ts";
import { issue } from "./move-tokens.ts";

/** The reward of a fan for proving the first address of the account. */
const emailTokens = 5;

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    email_confirmed: { fanId: number; balance: number; transferId: number };
  }
}

/** Thanks a fan for a proved address, once per account whatever its addresses. Answers the tokens given now. */
export async function rewardEmail(tx: Tx, account: Account): Promise<number> {
  if (account.role !== "fan") return 0;
  const issued = await issue(tx, {
    key: `email_confirmed:${account.id}`,
    to: { kind: "fan", id: account.id },
    tokens: emailTokens,
    kind: "bonus",
    reason: "email_confirmed",
  });
  if (!issued.ok) throw new Error(`the reward of account ${account.id} was issued with other figures`);
  const { transferId, replayed } = issued;
  const event = {
    fanId: account.id,
    balance: await balance(tx, { kind: "fan", id: account.id }),
    transferId,
  };
  await publishEvent(tx, "email_confirmed", event);
  return replayed ? 0 : emailTokens;
}

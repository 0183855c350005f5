import type { Tx } from "#server/kit/database/database.ts";
import { makeLinkToken, type Reachable } from "../mailed-link.ts";
import { confirmMail } from "../mails/account-mails.ts";
import type { IdentityNeeds } from "../needs.ts";

/** The server route that a confirmation mail leads to. */
export const confirmPath = "/auth/email/confirm";

/** Mails the link that proves the account's address, in the caller's transaction. */
export async function askToConfirm(
  tx: Tx,
  needs: Pick<IdentityNeeds, "clock" | "mailer" | "publicOrigin">,
  account: Reachable,
): Promise<void> {
  const token = await makeLinkToken(tx, needs, account, "confirm_email");
  await needs.mailer.enqueue(tx, confirmMail(account, `${needs.publicOrigin}${confirmPath}?token=${token}`));
}

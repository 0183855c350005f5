import { z } from "zod";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { makeLinkToken } from "../mailed-link.ts";
import { resetMail } from "../mails/account-mails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { lockAccountByEmail } from "../store/accounts-store.ts";
import { countLinksSince } from "../store/mailed-links-store.ts";
import { lostPasswordPath } from "./store-password.ts";

export const mailResetJob = "mail_password_reset";

const payload = z.object({ email: z.string() });
/** Nobody's mailbox is filled by somebody else's wishes. */
const linksPerHour = 5;

/** Mails the link to a new password, if the email is an account's. Blocked accounts get none. */
export function mailReset(needs: IdentityNeeds) {
  return (job: unknown): Promise<void> =>
    inTransaction(needs.db, async (tx) => {
      const account = await lockAccountByEmail(tx, payload.parse(job).email);
      if (!account || account.status === "blocked") return;
      const anHourAgo = new Date(needs.clock.now().getTime() - 3_600_000);
      if ((await countLinksSince(tx, account.id, "reset_password", anHourAgo)) >= linksPerHour) return;
      const token = await makeLinkToken(tx, needs, account, "reset_password");
      const query = new URLSearchParams({ token, email: account.email });
      await needs.mailer.enqueue(tx, resetMail(account, `${needs.publicOrigin}${lostPasswordPath}?${query}`));
    });
}

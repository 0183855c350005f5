import type { QueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { COOKIE, HIDE_RESEND_COOKIE_SECONDS } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

/** How asking again went: the mail is out, nothing was left to confirm, or why not. */
export type Resent = { kind: "sent" } | { kind: "confirmed" } | { kind: "failed"; message: string };

/** Has the confirmation link mailed again, and hides the button that asks for it for 50 minutes. Browser only. */
export async function resendEmail(client: QueryClient, email: string): Promise<Resent> {
  const answer = await browserApi.call("GET /service/resend_email", { query: { email } });
  if (answer.status !== 200) return { kind: "failed", message: answer.body.message };
  const { validation, balance, status } = answer.body;
  client.setQueryData(profileQuery.queryKey, (profile) =>
    profile ? { ...profile, validation, balance, status } : profile,
  );
  if (validation === "confirmed") return { kind: "confirmed" };
  writeCookie(COOKIE.hideResend, "1", HIDE_RESEND_COOKIE_SECONDS);
  return { kind: "sent" };
}

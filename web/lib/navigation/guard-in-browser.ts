import { type DataStrategyResult, type MiddlewareFunction, redirect, redirectDocument } from "react-router";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { decideAccess, type Visitor } from "#web/lib/navigation/guards.ts";
import { clearSession, currentSession, storedRole } from "#web/lib/session/session.ts";
import { isExpired } from "#web/lib/session/token.ts";
import { readUrlLogin } from "#web/lib/session/url-login.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { saveRoute } from "./saved-route.ts";

/** Guards navigation inside the page. */
export const guardInBrowser: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url },
  next,
) => {
  // The server takes sign-ins out of addresses; no page may begin to ask for anything before.
  if (readUrlLogin(url.pathname + url.search)) throw redirectDocument(url.pathname + url.search + url.hash);
  const decision = decideAccess(url.pathname + url.search + url.hash, visitorOfPage());
  if (decision.kind === "pass") return next();
  if (decision.clear) {
    clearSession();
    browserQueryClient().setQueryData(profileQuery.queryKey, null);
  }
  if (decision.save) saveRoute(decision.save);
  throw redirect(decision.to);
};

function visitorOfPage(): Visitor {
  const session = currentSession();
  const profile = browserQueryClient().getQueryData(profileQuery.queryKey) ?? null;
  // Cookies end with their token: a user who was here a moment ago has an expired session, not none.
  if (session === null) return { signedIn: false, expired: profile !== null, role: null };
  const expired = isExpired(session.token, new Date());
  return { signedIn: !expired, expired, role: profile?.role ?? storedRole() };
}

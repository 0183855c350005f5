import { type DataStrategyResult, type MiddlewareFunction, redirect } from "react-router";
import { decideAccess, type Visitor } from "#web/lib/guards.ts";
import { browserQueryClient } from "#web/lib/query-client.ts";
import { saveRoute } from "#web/lib/saved-route.ts";
import { clearSession, currentSession } from "#web/lib/session.ts";
import { claimedRole, isExpired } from "#web/lib/token.ts";
import { profileQuery } from "#web/lib/viewer.ts";

/** Guards navigation inside the page. */
export const guardInBrowser: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url },
  next,
) => {
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
  if (session === null) return { signedIn: false, expired: false, role: null };
  const profile = browserQueryClient().getQueryData(profileQuery.queryKey);
  const claimed = claimedRole(session.token);
  const role = profile?.role ?? (claimed === "model" || claimed === "admin" ? claimed : "fan");
  return { signedIn: true, expired: isExpired(session.token, new Date()), role };
}

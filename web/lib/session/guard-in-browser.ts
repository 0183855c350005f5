import { type DataStrategyResult, type MiddlewareFunction, redirect, redirectDocument } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { isExpired } from "#web/lib/api/token.ts";
import { decideAccess, type Visitor } from "#web/lib/navigation/guards.ts";
import { safeRoute, saveRoute, takeSavedRoute } from "#web/lib/navigation/saved-route.ts";
import { currentSession, storedRole } from "#web/lib/session/session.ts";
import { forgetUser } from "#web/lib/session/sign-in.ts";
import { readUrlLogin } from "#web/lib/session/url-login.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

/** Guards navigation inside the page. */
export const guardInBrowser: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { url },
  next,
) => {
  const address = url.pathname + url.search + url.hash;
  // The server takes sign-ins out of addresses; no page may begin to ask for anything before.
  if (readUrlLogin(url.pathname + url.search)) throw redirectDocument(address);
  const profile = browserQueryClient().getQueryData(profileQuery.queryKey) ?? null;
  const visitor = await visitorOfPage(profile);
  // Somebody signed in in another tab: only a new document is wholly theirs. A person who wanted to sign in here for
  // a page gets it.
  if (visitor.signedIn && currentSession()?.fanId !== profile?.id)
    throw redirectDocument(safeRoute(address) ?? takeSavedRoute() ?? address);
  const decision = decideAccess(address, visitor);
  if (decision.kind === "pass") return next();
  if (decision.clear) forgetUser();
  if (decision.save) saveRoute(decision.save);
  throw redirect(decision.to);
};

async function visitorOfPage(profile: FanProfile | null): Promise<Visitor> {
  const session = currentSession();
  // Cookies end with their token: a user who was here a moment ago has an expired session, not none.
  if (session === null) return { signedIn: false, expired: profile !== null, role: null };
  // The clock of a device may be wrong: what it says is expired the server has to say too.
  const expired =
    isExpired(session.token, new Date()) && (await browserApi.call("GET /api/fan/profile")).status === 401;
  return { signedIn: !expired, expired, role: profile?.role ?? storedRole() };
}

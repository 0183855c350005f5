import { type MiddlewareFunction, redirect } from "react-router";
import { decideAccess } from "#web/lib/navigation/guards.ts";
import { serverFacts } from "#web/lib/page/request-context.ts";
import { savedRouteCookie } from "./saved-route.ts";

/** Guards documents and data requests on the server. */
export const guardOnServer: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const facts = context.get(serverFacts);
  const visitor = {
    signedIn: facts.viewer !== null,
    expired: facts.expired,
    role: facts.viewer?.role ?? null,
  };
  const decision = decideAccess(url.pathname + url.search, visitor);
  if (decision.kind === "pass") return next();
  const headers = decision.save ? { "set-cookie": savedRouteCookie(decision.save) } : undefined;
  throw redirect(decision.to, { headers });
};

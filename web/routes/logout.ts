import { redirect } from "react-router";
import { requestContext } from "#web/lib/page/request-context.ts";
import { endingCookies } from "#web/lib/session/ending-cookies.ts";
import type { Route } from "./+types/logout.ts";

/** Takes the plain form that signs out, and leads to the front page. Where JavaScript runs, pages sign out themselves. */
export async function action({ request, context }: Route.ActionArgs) {
  await context.get(requestContext).api.call("POST /api/web_logout");
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of endingCookies(request)) headers.append("set-cookie", cookie);
  return redirect("/", { status: 303, headers });
}

/** There is nothing to read here. */
export const loader = () => redirect("/");

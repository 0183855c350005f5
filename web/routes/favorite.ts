import { redirect } from "react-router";
import { cookieNames, routeBackCookieSeconds } from "#web/lib/constants.ts";
import { cookieText } from "#web/lib/cookies.ts";
import { pageOfForm, savedRouteHeaders } from "#web/lib/navigation/saved-route.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import type { Route } from "./+types/favorite.ts";

/**
 * Takes the plain form of a heart, pressed before its page was hydrated, and leads back to the page; a guest to sign in,
 * whose favourite waits in a cookie for the model's page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, viewer } = context.get(requestContext);
  const back = pageOfForm(request);
  const form = await request.formData();
  if (viewer === null) {
    const wanted = String(form.get("add") ?? "");
    const isModel = /^\d{1,15}$/.test(wanted);
    const url = new URL(request.url);
    const headers = savedRouteHeaders(back, url, isModel ? { kind: "like", model: wanted } : undefined);
    const secure = url.protocol === "https:";
    if (isModel)
      headers.append(
        "set-cookie",
        cookieText(cookieNames.likedAsGuest, wanted, routeBackCookieSeconds, secure),
      );
    throw redirect("/login", { status: 303, headers });
  }
  for (const [name, endpoint] of [
    ["add", "POST /api/fan/liked-model"],
    ["remove", "POST /api/fan/disliked-model"],
  ] as const) {
    const model_id = Number(form.get(name) ?? 0);
    if (Number.isSafeInteger(model_id) && model_id > 0) await api.call(endpoint, { body: { model_id } });
  }
  return redirect(back, { status: 303 });
}

/** There is nothing to read here. */
export const loader = () => redirect("/");

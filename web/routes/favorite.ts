import { redirect } from "react-router";
import { pageOfForm, savedRouteCookie } from "#web/lib/navigation/saved-route.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import type { Route } from "./+types/favorite.ts";

/** Takes the plain form of a heart, pressed before its page was hydrated, and leads back to the page; a guest to sign in. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, viewer } = context.get(requestContext);
  const back = pageOfForm(request);
  if (viewer === null)
    throw redirect("/login", { status: 303, headers: { "set-cookie": savedRouteCookie(back) } });
  const form = await request.formData();
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

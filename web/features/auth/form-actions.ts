import { data, redirect } from "react-router";
import type { Session } from "#contract/accounts.ts";
import { referrerOf } from "#web/entities/account/referrer.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { signInRefusalText } from "#web/lib/forms/field-errors.ts";
import { readForm, refuseForm, type SentForm } from "#web/lib/forms/plain-form.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { safeRoute } from "#web/lib/navigation/saved-route.ts";
import { requestContext } from "#web/lib/page/request-context.ts";

/*
 * The actions of the pages of signing in: what their forms do before JavaScript has come, and without it. They call the
 * API in the visitor's name, so that its checks and limits are the same; where JavaScript runs, pages call it themselves.
 */

/** Signs in by user name or email, password and, where the account asks for one, a code. */
export async function signInByForm({ request, context }: SentForm) {
  const { text } = await readForm(request);
  const body = {
    login: text("login"),
    password: text("password"),
    one_time_code: text("one_time_code"),
  };
  const answer = await context.get(requestContext).api.call("POST /api/web_login", { body });
  if (answer.status === 200) return beginSession(request, answer.body);
  return refuseForm(answer, { login: body.login }, signInRefusalText);
}

/** Opens an account; as a model's where the address says so. */
export async function registerByForm({ request, context }: SentForm) {
  const { text, checked } = await readForm(request);
  const { api, language } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const model = query.get("model") === "true";
  const cookies = request.headers.get("cookie") ?? "";
  const referrer = referrerOf(query.get("referrer") ?? readCookie(cookies, cookieNames.referrer));
  const typed = { login: text("login"), email: text("email") };
  const consents = {
    over_18: checked("over_18") as true,
    accept_terms: checked("accept_terms") as true,
    accept_privacy: checked("accept_privacy") as true,
    ...(model ? { accept_creator_agreement: checked("accept_creator_agreement") } : {}),
  };
  const passwords = {
    password: text("password"),
    password_confirmation: text("password_confirmation"),
  };
  const answer = await api.call("POST /auth/register", {
    body: {
      ...typed,
      ...passwords,
      ...consents,
      model,
      language,
      ...(referrer === null ? {} : { referrer }),
    },
  });
  if (answer.status === 201) return beginSession(request, answer.body);
  return refuseForm(answer, typed, signInRefusalText);
}

/** The result of asking for a new password, or of choosing one. */
export type PasswordOutcome = { kind: "sent"; email: string } | { kind: "saved" | "dead_link" };

/** Mails a link to a new password, or chooses one by the link that the address carries. */
export async function resetPasswordByForm({ request, context }: SentForm) {
  const { text } = await readForm(request);
  const { api } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const [token, mailed] = [query.get("token"), query.get("email")];
  if (!token || !mailed) {
    const email = text("email");
    const answer = await api.call("POST /auth/password/email", { body: { email } });
    if (answer.status === 200) return data<PasswordOutcome>({ kind: "sent", email });
    return refuseForm(answer, { email }, signInRefusalText);
  }
  const body = {
    password: text("password"),
    password_confirmation: text("password_confirmation"),
    ...{ token, email: mailed },
  };
  const answer = await api.call("POST /auth/password/reset", { body });
  if (answer.status === 200) return data<PasswordOutcome>({ kind: "saved" });
  const isOfPassword =
    answer.status === 422 &&
    Object.keys(answer.body.errors ?? {}).some((field) => field.startsWith("password"));
  if (answer.status === 422 && !isOfPassword)
    return data<PasswordOutcome>({ kind: "dead_link" }, { status: 422 });
  return refuseForm(answer, {}, signInRefusalText);
}

/** The cookies by which a browser is signed in, as the page itself would write them, and the way on. */
function beginSession(request: Request, { accessToken, fan_id, expiresIn, role }: Session): Response {
  const secure = new URL(request.url).protocol === "https:";
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of [
    cookieText(cookieNames.token, accessToken, expiresIn, secure),
    cookieText(cookieNames.fanId, String(fan_id), expiresIn, secure),
    cookieText(cookieNames.routeBack, "", 0, secure),
  ])
    headers.append("set-cookie", cookie);
  const wanted = safeRoute(readCookie(request.headers.get("cookie") ?? "", cookieNames.routeBack));
  return redirect(role === "fan" ? (wanted ?? "/") : homeOf(role), { status: 303, headers });
}

import { redirect } from "react-router";
import { genderAt, genderOf, withGender } from "#web/entities/room/list-filters.ts";
import { adultCookieSeconds, cookieNames, preferenceCookieSeconds, storageKeys } from "#web/lib/constants.ts";
import { cookieText } from "#web/lib/cookies.ts";
import { isLanguage } from "#web/lib/i18n/choose-language.ts";
import { ownPath, pageOfForm } from "#web/lib/navigation/saved-route.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import type { Route } from "./+types/preferences.ts";

/**
 * Takes the plain forms that choose a language, a theme or a gender, or certify an age, and leads back to their page:
 * `back` of the query, else the `Referer`. Where JavaScript runs, pages write the same cookies themselves.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { api, viewer } = context.get(requestContext);
  const language = String(form.get("language"));
  if (viewer && isLanguage(language)) await api.call("POST /api/fan/set-language", { body: { language } });
  const url = new URL(request.url);
  const headers = new Headers({ "cache-control": "no-store" });
  for (const [name, value, seconds] of chosen(form))
    headers.append("set-cookie", cookieText(name, value, seconds, url.protocol === "https:"));
  const back = ownPath(url.searchParams.get("back")) ?? pageOfForm(request);
  return redirect(atGender(back, String(form.get("gender"))), { status: 303, headers });
}

/** Where the page names a gender in its address, that is what has been chosen. */
function atGender(path: string, gender: string): string {
  const { pathname, search } = new URL(path, "http://here.invalid");
  if (!isGender(gender) || genderAt(search) === null) return path;
  return pathname + withGender(search, Number(gender));
}

const isGender = (text: string) => genderOf(text) !== null;

type Cookie = [name: string, value: string, maxAgeSeconds: number | undefined];

/** The cookies of the form's choices. A value that is no choice of ours is passed over. */
function chosen(form: FormData): Cookie[] {
  const cookies: Cookie[] = [];
  const text = (name: string) => String(form.get(name) ?? "");
  if (isLanguage(text("language")))
    cookies.push([cookieNames.language, text("language"), preferenceCookieSeconds]);
  if (/^(dark|light)$/.test(text("theme")))
    cookies.push([cookieNames.theme, text("theme"), preferenceCookieSeconds]);
  if (isGender(text("gender"))) cookies.push([storageKeys.gender, text("gender"), undefined]);
  if (text("adult") === "1") cookies.push([cookieNames.adult, "1", adultCookieSeconds]);
  return cookies;
}

/** There is nothing to read here. */
export const loader = () => redirect("/");

import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { defaultPageConfig } from "#web/lib/page/page-config.ts";
import { type RequestContext, requestContext } from "#web/lib/page/request-context.ts";
import { action as favorite } from "./favorite.ts";
import { action as logout } from "./logout.ts";
import { action as preferences } from "./preferences.ts";

type Sent = {
  path?: string;
  fields?: Record<string, string>;
  referer?: string;
  viewer?: FanProfile | null;
  /** How the page was reached. */
  scheme?: "http" | "https";
};

/** Sends a plain form to an action; answers where it leads, the cookies it sets, and what it asked of the API. */
async function send(
  action: (args: never) => Promise<Response>,
  { path = "/", fields = {}, referer, viewer = null, scheme = "http" }: Sent,
) {
  const called: unknown[] = [];
  const api = {
    call: async (...asked: unknown[]) => {
      called.push(asked);
      return { status: 200, body: {} };
    },
  } as unknown as RequestContext["api"];
  const context = new RouterContextProvider();
  context.set(requestContext, { ...defaultPageConfig, api, viewer } as RequestContext);
  const request = new Request(`${scheme}://fan.example${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: referer === undefined ? {} : { referer },
  });
  const args = { request, context, params: {}, url: new URL(request.url), pattern: "" };
  const response = await Promise.resolve()
    .then(() => action(args as never))
    .catch((thrown: Response) => thrown);
  return {
    status: response.status,
    to: response.headers.get("location"),
    cookies: response.headers.getSetCookie(),
    called,
  };
}

const fan = { id: 7, role: "fan" } as FanProfile;

test("R-OPEN-89: an age is certified by a plain form, which leads back to the page and to no other site", async () => {
  const certify = (back: string) =>
    send(preferences, { path: `/preferences?back=${encodeURIComponent(back)}`, fields: { adult: "1" } });
  const { status, to, cookies } = await certify("/videos?search=ada");
  expect([status, to]).toEqual([303, "/videos?search=ada"]);
  expect(cookies).toEqual(["adult=1; Path=/; SameSite=Lax; Max-Age=31536000"]);
  for (const elsewhere of ["//evil.example", "https://evil.example/", "/.//evil.example"])
    expect((await certify(elsewhere)).to, elsewhere).toBe("/");
});

test("R-I18N-03: language, theme and gender are chosen by plain forms, and nothing that is none of ours", async () => {
  const referer = "http://fan.example/login?x=1";
  const { to, cookies } = await send(preferences, {
    fields: { language: "es", theme: "light", gender: "2", token: "a.b.c" },
    referer,
  });
  expect(to).toBe("/login?x=1");
  expect(cookies.map((cookie) => cookie.split(";")[0])).toEqual(["lang=es", "theme=light", "gender=2"]);
  const wrong = { language: "fr", theme: "x; Domain=evil.example", gender: "0", adult: "yes" };
  expect((await send(preferences, { fields: wrong })).cookies).toEqual([]);
});

test("R-LIST-16: a gender chosen by a plain form is the one of the address that named another", async () => {
  const chosen = async (referer: string) =>
    (await send(preferences, { fields: { gender: "3" }, referer })).to;
  expect(await chosen("http://fan.example/?gender=1&tag=calm&page=2")).toBe("/?gender=3&tag=calm");
  expect(await chosen("http://fan.example/trending?tag=calm")).toBe("/trending?tag=calm");
});

test("R-I18N-03: the account remembers a language that its person chooses", async () => {
  const { called } = await send(preferences, { fields: { language: "es" }, viewer: fan });
  expect(called).toEqual([["POST /api/fan/set-language", { body: { language: "es" } }]]);
});

test("R-AUTH-32: a plain form signs out: the session dies on the server, and the front page forgets the person", async () => {
  const { status, to, cookies, called } = await send(logout, { path: "/logout", viewer: fan });
  expect([status, to, called]).toEqual([303, "/", [["POST /api/web_logout"]]]);
  expect(cookies.map((cookie) => cookie.split("; SameSite")[0])).toEqual([
    "token=; Path=/",
    "fan_id=; Path=/",
    "session_ended=1; Path=/",
  ]);
});

test("a heart pressed before its page was hydrated counts, and leads back to the page", async () => {
  const referer = "http://fan.example/trending";
  const { to, called } = await send(favorite, { fields: { add: "12" }, referer, viewer: fan });
  expect([to, called]).toEqual(["/trending", [["POST /api/fan/liked-model", { body: { model_id: 12 } }]]]);
  const removed = await send(favorite, { fields: { remove: "12" }, referer, viewer: fan });
  expect(removed.called).toEqual([["POST /api/fan/disliked-model", { body: { model_id: 12 } }]]);
  expect((await send(favorite, { fields: { add: "x" }, viewer: fan })).called).toEqual([]);
});

test("a guest's heart leads to sign in, and back afterwards", async () => {
  const referer = "http://fan.example/trending";
  const { to, cookies, called } = await send(favorite, { fields: { add: "12" }, referer });
  expect([to, called]).toEqual(["/login", []]);
  expect(cookies.join()).toContain("routeBack=%2Ftrending;");
});

test("what a guest wants is kept in cookies that over HTTPS go over nothing else", async () => {
  const fields = { add: "14" };
  const kept = (scheme: "http" | "https") => send(favorite, { fields, scheme });
  const { cookies } = await kept("https");
  expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(["routeBack", "intent", "liked_as_guest"]);
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/);
  expect((await kept("http")).cookies.join()).not.toContain("Secure");
});

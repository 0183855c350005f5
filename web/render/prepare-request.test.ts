import { afterEach, expect, test, vi } from "vitest";
import type { Transport } from "#web/lib/api/api.ts";
import { endingCookies } from "#web/lib/session/ending-cookies.ts";
import { clearEndedSession } from "#web/lib/session/session.ts";
import { prepareRequestContext } from "#web/render/prepare-request.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const now = new Date("2026-11-21T12:00:00Z");
const tokenUntil = (at: Date) =>
  `e30.${Buffer.from(JSON.stringify({ exp: at.getTime() / 1000 })).toString("base64url")}.s`;
const living = tokenUntil(new Date("2026-11-21T13:00:00Z"));
const dead = tokenUntil(new Date("2026-11-21T11:00:00Z"));

async function contextFor(headers: Record<string, string>, answer = { status: 200, text: "{}" }) {
  const bearers: (string | undefined)[] = [];
  const transport: Transport = async (request) => {
    bearers.push(request.headers.authorization);
    return answer;
  };
  const request = new Request("http://localhost/", { headers });
  const site = { logo: null, noindex: false, sheet: null };
  const app = {
    demo: true,
    origin: "http://localhost",
    photosOrigin: "http://photos.localhost",
    site,
    siteName: "Fanlight",
    billingCancelUrl: null,
    twitter: false,
  };
  const page = { request, transport, nonce: "n", requestId: "r", ...app };
  const reported: unknown[] = [];
  const context = await prepareRequestContext({ ...page, report: (error) => void reported.push(error) }, now);
  return { context, bearers, reported };
}

test("a guest's page asks for no profile and speaks the browser's language", async () => {
  const { context, bearers } = await contextFor({
    "accept-language": "es-MX",
    cookie: "theme=light; gender=2",
  });
  expect(bearers).toEqual([]);
  expect(context).toMatchObject({
    viewer: null,
    language: "es",
    theme: "light",
    gender: 2,
    session: "none",
    expired: false,
  });
});

test("R-I18N-03: the signed-in person's language wins over cookie and browser", async () => {
  const profile = JSON.stringify({ id: 7, language: "en" });
  const { context, bearers } = await contextFor(
    { cookie: `token=${living}; fan_id=7; lang=es`, "accept-language": "es" },
    { status: 200, text: profile },
  );
  expect(bearers).toEqual([`Bearer ${living}`]);
  expect(context).toMatchObject({ viewer: { id: 7 }, language: "en", session: "alive" });
});

test("R-AUTH-22: a session that the server refuses is ended, and its token is not sent again", async () => {
  const { context, bearers } = await contextFor(
    { cookie: `token=${living}; fan_id=7` },
    { status: 401, text: "{}" },
  );
  expect(context).toMatchObject({ viewer: null, session: "ended", expired: false });
  await context.api.call("GET /api/gender");
  expect(bearers.at(-1)).toBeUndefined();
});

test("R-ERR-11: a profile that fails at the start is logged only: the page is a guest's, the session stays as it is", async () => {
  const headers = { cookie: `token=${living}; fan_id=7` };
  const { context, bearers, reported } = await contextFor(headers, { status: 500, text: "{}" });
  expect(context).toMatchObject({ viewer: null, session: "alive", expired: false });
  expect(reported).toEqual([new Error("the profile for a page was answered with 500")]);
  await context.api.call("GET /api/gender");
  expect(bearers.at(-1)).toBe(`Bearer ${living}`);
  expect((await contextFor(headers, { status: 401, text: "{}" })).reported).toEqual([]);
});

test("a profile that is not read because too many requests came is no fault of ours", async () => {
  const headers = { cookie: `token=${living}; fan_id=7` };
  const { context, reported } = await contextFor(headers, { status: 429, text: "{}" });
  expect(context).toMatchObject({ viewer: null, session: "alive", limited: true });
  expect(reported).toEqual([]);
});

test("a profile that is not read because the API is unavailable is said where that is known, not here again", async () => {
  const headers = { cookie: `token=${living}; fan_id=7` };
  const { context, reported } = await contextFor(headers, { status: 503, text: "{}" });
  expect(context).toMatchObject({ viewer: null, session: "alive" });
  expect(reported).toEqual([]);
});

test("R-AUTH-21: an expired token is not even tried", async () => {
  const { context, bearers } = await contextFor({ cookie: `token=${dead}; fan_id=7` });
  expect(bearers).toEqual([]);
  expect(context).toMatchObject({ viewer: null, session: "ended", expired: true });
  expect(endingCookies(new Request("https://fan.example/")).map((cookie) => cookie.split(";")[0])).toEqual([
    "token=",
    "fan_id=",
    "session_ended=1",
  ]);
});

test("R-AUTH-33: a stored token without three parts is not sent, and the page is asked to log why in the console", async () => {
  const headers = { cookie: "token=a.b; fan_id=7" };
  const { context, bearers } = await contextFor(headers);
  expect([context.session, bearers]).toEqual(["ended", []]);
  const [, , endedCookie = ""] = endingCookies(new Request("https://fan.example/", { headers }));
  const complaint = vi.spyOn(console, "error").mockReturnValue(undefined);
  const written: string[] = [];
  vi.stubGlobal("document", {
    get cookie() {
      return endedCookie.slice(0, endedCookie.indexOf(";"));
    },
    set cookie(text: string) {
      written.push(text);
    },
  });
  for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, { clear: vi.fn() });
  vi.stubGlobal("location", { protocol: "https:" });
  clearEndedSession();
  expect(complaint.mock.calls).toEqual([["Invalid JWT token format"]]);
  expect(written).toContain("session_ended=; Path=/; SameSite=Lax; Max-Age=0; Secure");
});

test("cookies that end a session over HTTPS go over nothing else", () => {
  const ends = (url: string) => endingCookies(new Request(url)).map((cookie) => cookie.endsWith("; Secure"));
  expect(ends("https://fan.example/")).toEqual([true, true, true]);
  expect(ends("http://fan.example/")).toEqual([false, false, false]);
});

test("R-OPEN-89: nobody is asked twice for their age, and nobody who is signed in", async () => {
  expect((await contextFor({})).context.adult).toBe(false);
  expect((await contextFor({ cookie: "adult=1" })).context.adult).toBe(true);
  const profile = JSON.stringify({ id: 7, language: "en" });
  const signedIn = await contextFor({ cookie: `token=${living}; fan_id=7` }, { status: 200, text: profile });
  expect(signedIn.context.adult).toBe(true);
});

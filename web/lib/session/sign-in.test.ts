import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishSocialLogin } from "./sign-in.ts";

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const token = `${part({ alg: "HS256" })}.${part({ exp: 4_102_444_800 })}.c2ln`;
let cookies: string[] = [];
let asked: string[] = [];
let shown: string[] = [];

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

beforeEach(() => {
  cookies = [];
  asked = [];
  shown = [];
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("location", {
    protocol: "https:",
    origin: "https://fan.example",
    reload: () => shown.push("reloaded"),
  });
  vi.stubGlobal("history", {
    replaceState: (_state: null, _title: string, path: string) => shown.push(path),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The browser's way with a token that a social login left; `status` is the API's answer to its holder. */
async function finish(
  held: string,
  { saved = "", routeBack = "", status = 200, here = "", hereStatus = 200 } = {},
): Promise<boolean> {
  sessionStorage.setItem("social_token", held);
  if (saved) sessionStorage.setItem("saved_route", saved);
  vi.stubGlobal("document", {
    get cookie() {
      return `${here}; routeBack=${encodeURIComponent(routeBack)}`;
    },
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${path} ${headers.authorization}`);
    if (headers.authorization === `Bearer ${held}`)
      return new Response(JSON.stringify({ id: 7, role: "fan" }), { status });
    return new Response(JSON.stringify({ id: Number(/fan_id=(\d+)/.exec(here)?.[1]) }), {
      status: hereStatus,
    });
  });
  return finishSocialLogin();
}

test.each([
  ["the saved page", { saved: "/my-videos", routeBack: "/chat" }, "/my-videos"],
  ["the one in the cookie", { routeBack: "/chat" }, "/chat"],
  ["the front page", {}, "/"],
  ["no page of another site", { saved: "https://evil.example" }, "/"],
])(
  "R-AUTH-26: the token of a social login becomes a session of 10800 s, and leads to %s",
  async (_which, kept, target) => {
    expect(await finish(token, kept)).toBe(true);
    expect(asked).toEqual([`/api/fan/profile Bearer ${token}`]);
    expect(cookies).toContain(`token=${token}; Path=/; SameSite=Lax; Max-Age=10800; Secure`);
    expect(cookies).toContain("fan_id=7; Path=/; SameSite=Lax; Max-Age=10800; Secure");
    expect(shown).toEqual([target, "reloaded"]);
    expect(sessionStorage.getItem("social_token")).toBeNull();
  },
);

test.each([
  ["of other parts", "a.b", 200],
  ["expired", `e30.${part({ exp: 1_700_000_000 })}.c2ln`, 401],
  ["refused by the API", token, 401],
])(
  "R-AUTH-26: a token that is %s leaves a guest on the page, and is forgotten",
  async (_why, held, status) => {
    expect(await finish(held, { status })).toBe(false);
    expect([cookies, shown]).toEqual([[], []]);
    expect(sessionStorage.getItem("social_token")).toBeNull();
  },
);

test("R-AUTH-26: a device whose clock is ahead by years signs in with X all the same", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2101-01-01T00:00:00Z") });
  expect(await finish(token, { here: `token=${other}; fan_id=7` })).toBe(true);
  expect(cookies).toContain(`token=${token}; Path=/; SameSite=Lax; Max-Age=10800; Secure`);
  expect(await finish(token, { here: `token=${other}; fan_id=8` }), "somebody else is here").toBe(true);
  expect(shown.at(-2)).toBe("/?twitter=otherAccount");
});

const other = token.replace("c2ln", "b3RoZXI");

test.each([
  ["", 200],
  [", though their account cannot be read now", 500],
])(
  "R-OPEN-10: who is signed in and comes back from X as somebody else stays who they are%s",
  async (_while, hereStatus) => {
    const here = `token=${other}; fan_id=8`;
    expect(await finish(token, { here, hereStatus, saved: "/settings?tab=x" })).toBe(true);
    expect(shown).toEqual(["/settings?tab=x&twitter=otherAccount", "reloaded"]);
    expect(cookies.filter((cookie) => /^(token|fan_id)=/.test(cookie))).toEqual([]);
    expect(asked.at(-1), "the session that nobody wanted ends").toBe(`/api/web_logout Bearer ${token}`);
  },
);

test.each([
  ["is the same user's", `token=${other}; fan_id=7`, 200],
  ["the server has ended", `token=${other}; fan_id=8`, 401],
  ["has expired", `token=e30.${part({ exp: 1_700_000_000 })}.c2ln; fan_id=8`, 401],
])("R-AUTH-26: a social login takes the place of a session that %s", async (_which, here, hereStatus) => {
  expect(await finish(token, { here, hereStatus, saved: "/settings" })).toBe(true);
  expect(shown).toEqual(["/settings", "reloaded"]);
  expect(cookies).toContain(`token=${token}; Path=/; SameSite=Lax; Max-Age=10800; Secure`);
});

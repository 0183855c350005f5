import { expect, test } from "vitest";
import { createApi } from "./api.ts";
import { answerUrlLogin } from "./handed-session.ts";

const now = new Date("2026-11-21T12:00:00Z");
const tokenUntil = (exp: number) =>
  `e30.${Buffer.from(JSON.stringify({ exp, fan_id: 7 })).toString("base64url")}.c2ln`;
const good = tokenUntil(now.getTime() / 1000 + 60);

/** Opens an address; `profile` is how the API answers whoever holds its token. */
function open(address: string, { cookie = "", profile = 200 } = {}) {
  const asked: string[] = [];
  const request = new Request(`https://fanlight.example${address}`, { headers: cookie ? { cookie } : {} });
  const apiFor = (token: string) =>
    createApi({
      transport: async ({ path, headers }) => {
        asked.push(`${path} ${headers.authorization}`);
        return {
          status: profile,
          text: JSON.stringify(profile === 200 ? { id: 7 } : { message: "", code: "x" }),
        };
      },
      token: () => token,
      language: () => "en",
    });
  return answerUrlLogin({ request, apiFor }, now).then((response) => ({ response, asked }));
}

test("R-AUTH-27, R-AUTH-31, R-AMB-10: a good token becomes a session of 10800 s, and leaves the address at once", async () => {
  const { response, asked } = await open(`/chat/5?token=${good}&model=/&x=1`);
  expect([response?.status, response?.headers.get("location")]).toEqual([302, "/chat/5?x=1"]);
  expect(asked).toEqual([`/api/fan/profile Bearer ${good}`]);
  const cookies = response?.headers.getSetCookie() ?? [];
  expect(cookies[0]).toBe(`token=${good}; Path=/; SameSite=Lax; Max-Age=10800; Secure`);
  expect(cookies[1]).toBe("fan_id=7; Path=/; SameSite=Lax; Max-Age=10800; Secure");
  expect(response?.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response?.headers.get("cache-control")).toBe("no-store");
});

test("R-AUTH-30, R-OPEN-07: it returns to the remembered page, which is then forgotten, and to none of another site", async () => {
  const back = await open(`/videos?token=${good}`, { cookie: "routeBack=%2Fallposts" });
  expect(back.response?.headers.get("location")).toBe("/allposts");
  expect(back.response?.headers.getSetCookie()).toContain(
    "routeBack=; Path=/; SameSite=Lax; Max-Age=0; Secure",
  );
  const evil = await open(`/videos?token=${good}`, { cookie: "routeBack=%2F%2Fevil.example" });
  expect(evil.response?.headers.get("location")).toBe("/");
});

test.each([
  ["expired", tokenUntil(now.getTime() / 1000), 200],
  ["of two parts", "a.b", 200],
  ["empty", "", 200],
  ["refused by the API", good, 401],
])(
  "R-AUTH-27: a token that is %s signs nobody in and leaves the address all the same",
  async (_why, token, profile) => {
    const { response } = await open(`/anna?token=${token}&x=1`, { profile });
    expect(response?.headers.get("location")).toBe("/anna?x=1");
    expect(response?.headers.getSetCookie()).toEqual([]);
  },
);

test("an address without a sign-in is nobody's business here", async () => {
  expect((await open("/videos?x=1")).response).toBeNull();
});

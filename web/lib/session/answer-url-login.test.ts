import { expect, test } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import { answerUrlLogin } from "./answer-url-login.ts";

const now = new Date("2026-11-21T12:00:00Z");
const tokenUntil = (exp: number) =>
  `e30.${Buffer.from(JSON.stringify({ exp, fan_id: 7 })).toString("base64url")}.c2ln`;
const good = tokenUntil(now.getTime() / 1000 + 60);

const present = `e30.${Buffer.from(JSON.stringify({ exp: now.getTime() / 1000 + 60, fan_id: 8 })).toString("base64url")}.cHJlcw`;

/** Opens an address; the API answers the owner of its token with `profile`, and who is here already with `here`. */
function open(address: string, { cookie = "", profile = 200, here = { status: 200, id: 8 } } = {}) {
  const asked: string[] = [];
  const request = new Request(`https://fanlight.example${address}`, { headers: cookie ? { cookie } : {} });
  const apiFor = (token: string) =>
    createApi({
      transport: async ({ path, headers }) => {
        asked.push(`${path} ${headers.authorization}`);
        const isHere = token === present;
        const status = isHere ? here.status : profile;
        const body = status === 200 ? { id: isHere ? here.id : 7 } : { message: "", code: "x" };
        return { status, text: JSON.stringify(body) };
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
    const cookies = token === "" ? [] : ["login_link=dead; Path=/; SameSite=Lax; Max-Age=60; Secure"];
    expect(response?.headers.getSetCookie()).toEqual(cookies);
  },
);

const signedIn = `token=${present}; fan_id=8; routeBack=%2Fallposts`;

test("R-AUTH-27, R-AUTH-31: where somebody else is signed in nothing is replaced: they are asked, and the token waits where no script reads it", async () => {
  const { response } = await open(`/videos?token=${good}&x=1`, { cookie: signedIn });
  expect(response?.headers.get("location")).toBe("/continue-as?to=%2Fallposts");
  expect(response?.headers.get("location")).not.toContain(good);
  expect(response?.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response?.headers.getSetCookie()).toEqual([
    `handed_token=${good}; Path=/continue-as; HttpOnly; SameSite=Lax; Max-Age=600; Secure`,
  ]);
});

test("R-AUTH-27: a user who is signed in already just goes on, and so does one whose session has ended", async () => {
  for (const here of [
    { status: 200, id: 7 },
    { status: 401, id: 0 },
  ]) {
    const { response } = await open(`/chat/5?token=${good}`, { cookie: signedIn, here });
    expect(response?.headers.get("location")).toBe("/chat/5");
    expect(response?.headers.getSetCookie()[0]).toContain(`token=${good}; Path=/;`);
  }
});

test("R-AUTH-27: a token is no reason to drop a session that cannot be asked about now", async () => {
  const { response } = await open(`/chat/5?token=${good}`, {
    cookie: signedIn,
    here: { status: 503, id: 0 },
  });
  expect(response?.headers.get("location")).toBe("/continue-as?to=%2Fchat%2F5");
});

test("R-AUTH-27: a dead token keeps the signed-in user as they are, and says so", async () => {
  const { response, asked } = await open("/anna?token=a.b.c", { cookie: signedIn, profile: 401 });
  expect(response?.headers.get("location")).toBe("/anna");
  expect(response?.headers.getSetCookie()).toEqual([
    "login_link=dead; Path=/; SameSite=Lax; Max-Age=60; Secure",
  ]);
  expect(asked.join()).not.toContain(present);
});

test("an address without a sign-in is nobody's business here", async () => {
  expect((await open("/videos?x=1")).response).toBeNull();
});

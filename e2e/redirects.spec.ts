import { expect, test } from "./fixtures.ts";
import { requestPage, sessionOf } from "./page-request.ts";

const privatePages = [
  "/favorites-models",
  "/subscription-models",
  "/my-videos",
  "/chat",
  "/chat/5",
  "/promo-stream/abc",
  "/settings",
  "/stream/aria",
  "/model/update-model-profile",
];

test("R-AUTH-19, R-AUTH-24, R-AUTH-25, R-AUTH-35, R-AUTH-36: a page leads away those whom it is not for", async ({
  product: { origin },
}) => {
  await test.step("a guest goes from a private page to the login, which returns to it", async () => {
    for (const path of privatePages) {
      const { status, location, cookies } = await requestPage(origin + path);
      expect([status, location], path).toEqual([302, "/login"]);
      const kept = /routeBack=([^;]*)/.exec(cookies.join("\n"))?.[1] ?? "";
      expect(decodeURIComponent(kept)).toBe(path);
    }
  });
  const { cookie: fan } = await sessionOf(origin, "guestfan");
  await test.step("a fan goes home from pages for guests", async () => {
    for (const path of ["/login", "/register"]) {
      const { status, location } = await requestPage(origin + path, { cookie: fan });
      expect([status, location], path).toEqual([302, "/"]);
    }
  });
  await test.step("a model and staff go home from every page for fans", async () => {
    for (const [login, home] of [
      ["luna", "/model/update-model-profile"],
      ["staff", "/admin/models"],
    ] as const) {
      const { cookie } = await sessionOf(origin, login);
      for (const path of ["/", "/chat", "/my-videos", "/login", "/luna", "/fan/Settings"]) {
        const reached = await fetch(origin + path, { headers: { cookie } });
        expect([reached.status, reached.url], `${login} at ${path}`).toEqual([200, origin + home]);
      }
      for (const path of ["/terms-of-service", home])
        expect((await requestPage(origin + path, { cookie })).status, `${login} at ${path}`).toBe(200);
    }
  });
  await test.step("a token or a fan id alone is a guest", async () => {
    const whole = fan.split("; ");
    const login = 'href="/login"';
    for (const left of ["token", "fan_id"]) {
      const half = whole.filter((part) => !part.startsWith(`${left}=`)).join("; ");
      expect((await requestPage(origin, { cookie: half })).html, `without ${left}`).toContain(login);
    }
    expect((await requestPage(origin, { cookie: fan })).html).not.toContain(login);
  });
  await test.step("an expired session is forgotten and leads home", async () => {
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
    const expired = `${part({ alg: "HS256" })}.${part({ sub: "1", exp: 1_700_000_000 })}.c2ln`;
    const answer = await requestPage(`${origin}/stream/aria`, {
      cookie: `adult=1; token=${expired}; fan_id=1`,
    });
    expect([answer.status, answer.location]).toEqual([302, "/"]);
    for (const name of ["token", "fan_id"])
      expect(answer.cookies.join("\n")).toMatch(new RegExp(`^${name}=;.*Max-Age=0`, "m"));
  });
});

test("R-AUTH-27, R-AUTH-28, R-AUTH-29, R-AMB-10, R-AMB-11: an address with a token signs in, and leads on without it; a bad one signs nobody in, and no model's name leads away", async ({
  product: { origin },
}) => {
  const { token } = await sessionOf(origin, "guestfan");
  for (const [address, routeBack, target] of [
    ["/?token={token}&x=1", null, "/?x=1"],
    ["/chat/5?token={token}&model=/&x=1", "/my-videos", "/chat/5?x=1"],
    ["/?token={token}&model=luna", "/my-videos", "/luna"],
    ["/rosa?token={token}&x=1", "/my-videos", "/rosa?x=1"],
    ["/my-videos?token={token}", "/favorites-models", "/favorites-models"],
    ["/my-videos?token={token}", null, "/"],
    ["/my-videos?token={token}", "//evil.example", "/"],
  ] as const) {
    const cookie = routeBack === null ? "adult=1" : `adult=1; routeBack=${encodeURIComponent(routeBack)}`;
    const answer = await requestPage(origin + address.replace("{token}", token), { cookie });
    expect([answer.status, answer.location], address).toEqual([302, target]);
    const set = answer.cookies.join("\n");
    expect(set).toContain(`token=${token}; Path=/; SameSite=Lax; Max-Age=10800`);
    expect(set).toMatch(/^fan_id=\d+; Path=\/; SameSite=Lax; Max-Age=10800/m);
  }
  const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url")}.c2ln`;
  for (const [address, target] of [
    [`/login?token=${expired}&x=1`, "/login?x=1"],
    ["/?token=a.b&model=https://evil.example&x=1", "/?x=1"],
    ["/?model=luna", "/luna"],
  ] as const) {
    const answer = await requestPage(origin + address);
    expect([answer.status, answer.location], address).toEqual([302, target]);
    expect(answer.cookies.join("\n")).not.toMatch(/^(token|fan_id)=/m);
  }
  expect((await requestPage(`${origin}/register?model=true`)).status).toBe(200);
});

test("R-OPEN-22, R-ROUTE-26, R-ROUTE-32, R-AMB-14, R-AMB-19: older addresses lead to the pages of today, their query kept, and past their guard", async ({
  product: { origin },
}) => {
  for (const [from, to] of [
    ["/auth/Login?x=1", "/login?x=1"],
    ["/auth/Register?referrer=7", "/register?referrer=7"],
    ["/fan/PaymentRequest?id=t1", "/payment-request?id=t1"],
    ["/fan/Billing/Directa24/CancelledPayment?id=t1", "/directa/cancelled-payment?id=t1"],
    ["/fan/Billing/Directa24/FailedPayment?id=t1", "/directa/failed-payment?id=t1"],
    ["/fan/Billing/Directa24/SuccessfulPayment?id=t1", "/directa/successful-payment?id=t1"],
    ["/global/TermsOfService?x=1", "/terms-of-service?x=1"],
    ["/GLOBAL/videochatrooms?x=1", "/?x=1"],
    ["/global/Trending?x=1", "/trending?x=1"],
    ["/global/TrendingOld", "/trending"],
    ["/global/Videos?x=1", "/videos?x=1"],
    ["/global/Posts", "/allposts"],
  ] as const) {
    const moved = await requestPage(origin + from);
    expect([moved.status, moved.location], from).toEqual([302, to]);
    expect((await requestPage(origin + to)).status, to).toBe(200);
  }
  for (const path of ["/global/x", "/fan/Nothing", "/auth/Nothing"])
    expect((await requestPage(origin + path)).status, path).toBe(404);
  const { cookie } = await sessionOf(origin, "guestfan");
  for (const [from, to] of [
    ["/fan/Chat", "/chat"],
    ["/fan/ChatRoom?id=5", "/chat/5"],
    ["/fan/Favorites?x=1", "/favorites-models?x=1"],
    ["/fan/MyVideos", "/my-videos"],
    ["/fan/PromoStream?token=abc", "/promo-stream/abc"],
    ["/fan/Settings", "/settings"],
    ["/fan/Stream?slug=aria", "/stream/aria"],
    ["/fan/Subscription", "/subscription-models"],
    ["/fan/PromoStream", "/"],
    ["/fan/Stream", "/"],
  ] as const) {
    expect((await requestPage(origin + from, { cookie })).location, from).toBe(to);
    expect((await requestPage(origin + to, { cookie })).location, to).toBeNull();
    if (to !== "/") expect((await requestPage(origin + to)).location, to).toBe("/login");
  }
});

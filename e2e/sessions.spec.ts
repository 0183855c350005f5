import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, logIn, newcomer, signInQuietly, signUpQuietly } from "./people.ts";
import { openRoom } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();
const loginDoor = (visitor: Visitor) =>
  headerOf(visitor).getByRole("link", { name: visitor.words("nav_login") });
const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name);

/** A good token that no browser holds, for an address or a social login. */
async function tokenOf(visitor: Visitor, login: string): Promise<string> {
  const answer = await visitor.page.request.post("/api/web_login", {
    data: { login, password: "fanlight-demo" },
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

function secondsLeft(expires: number | undefined): number {
  return (expires ?? 0) - Date.now() / 1000;
}

async function expectSessionOfThreeHours({ page }: Visitor): Promise<void> {
  const token = await cookieOf(page.context(), "token");
  expect(secondsLeft(token?.expires)).toBeGreaterThan(10_700);
  expect(secondsLeft(token?.expires)).toBeLessThanOrEqual(10_801);
  expect(await cookieOf(page.context(), "fan_id")).toBeTruthy();
}

test("R-AUTH-01: the login says log in, log in with twitter, forgot password and sign up", async ({
  visit,
}) => {
  const { page } = await visit();
  await visitPage(page, "/login");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expect(main.getByRole("link", { name: "log in with twitter" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Forgot password?" })).toHaveAttribute(
    "href",
    "/lost-password",
  );
  await expect(main.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/register");
});

test("R-AUTH-01, R-AUTH-02, R-AUTH-20, R-OPEN-07: signing in leads back to the wanted page, once", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page } = fan;
  await page.goto("/my-videos?x=1");
  await expect(page).toHaveURL(/\/login$/);
  const person = newcomer();
  await signUpQuietly(fan, person);
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  await page.goto("/my-videos?x=1");
  await logIn(fan, person.login, person.password);
  await expect(page).toHaveURL(/\/my-videos\?x=1$/);
  await expect(page.getByRole("heading", { level: 1, name: fan.words("nav_my_videos") })).toBeVisible();
  const token = await cookieOf(page.context(), "token");
  expect(Math.round(secondsLeft(token?.expires) / 100)).toBe(864);
  expect(await cookieOf(page.context(), "routeBack")).toBeUndefined();
  expect(await page.evaluate("sessionStorage.saved_route ?? null")).toBeNull();
});

test("R-AUTH-27, R-AUTH-28, R-AUTH-29, R-AUTH-30, R-AUTH-31: an address with a token signs in, and the token is gone from it", async ({
  visit,
  baseURL,
}) => {
  const journeys: [string, string | null, string][] = [
    ["/?token={token}&x=1", null, "/?x=1"],
    ["/chat/5?token={token}&model=/&x=1", "/my-videos", "/chat/5?x=1"],
    ["/?token={token}&model=luna", "/my-videos", "/luna"],
    ["/rosa?token={token}&x=1", "/my-videos", "/rosa?x=1"],
    ["/my-videos?token={token}", "/favorites-models", "/favorites-models"],
    ["/my-videos?token={token}", null, "/"],
    ["/my-videos?token={token}", "//evil.example", "/"],
  ];
  for (const [address, routeBack, target] of journeys) {
    const fan = await visit();
    const token = await tokenOf(fan, "guestfan");
    if (routeBack)
      await fan.page
        .context()
        .addCookies([{ name: "routeBack", value: encodeURIComponent(routeBack), url: baseURL ?? "" }]);
    const seen: string[] = [];
    fan.page.on("request", (request) => seen.push(`${request.url()} ${request.headers().referer ?? ""}`));
    await visitPage(fan.page, address.replace("{token}", token));
    await expect(fan.page).toHaveURL(`${baseURL}${target}`);
    await expect(loginDoor(fan)).toHaveCount(0);
    await expectSessionOfThreeHours(fan);
    expect(
      seen.filter((line) => line.includes(token)),
      address,
    ).toHaveLength(1);
    expect(await fan.page.evaluate("history.length")).toBeLessThanOrEqual(2);
  }
});

test("R-AUTH-27, R-AUTH-31, R-AMB-10: where somebody else is signed in the link asks first, and stays out of the address", async ({
  visit,
  baseURL,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  // The replaced session is cut while its page is being left.
  fan.problems.expect(/401/);
  const person = await signUpQuietly(fan);
  const profile = async () =>
    (await (await page.request.get("/api/fan/profile", { headers: await bearer(fan) })).json()) as {
      login: string;
    };
  const mine = await bearer(fan);
  const token = await tokenOf(await visit(), "guestfan");
  const seen: string[] = [];
  page.on("request", (request) => seen.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await visitPage(page, "/videos");
  await page.evaluate("localStorage.setItem('dismissed_subscriptions', '[1]')");
  const follow = async () => {
    await visitPage(page, `/luna?token=${token}&x=1`);
    await expect(page.getByRole("heading", { level: 1, name: words("continue_as_title") })).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/continue-as?to=%2Fluna%3Fx%3D1`);
    await expect(page.getByRole("main").getByText(person.login, { exact: true })).toBeVisible();
    expect(await profile()).toMatchObject({ login: person.login });
  };
  const press = (key: string, name: string) =>
    page.getByRole("button", { name: words(key).replace("{name}", name) }).click();
  await follow();
  await press("continue_as_no", person.login);
  await expect(page).toHaveURL(`${baseURL}/luna?x=1`);
  expect(await profile()).toMatchObject({ login: person.login });
  expect(await page.evaluate("localStorage.dismissed_subscriptions ?? null")).toBe("[1]");
  await follow();
  await press("continue_as_yes", "guestfan");
  await expect(page).toHaveURL(`${baseURL}/luna?x=1`);
  await expectSessionOfThreeHours(fan);
  expect(await profile()).toMatchObject({ login: "guestfan" });
  await expect(async () => {
    expect(await page.evaluate("localStorage.dismissed_subscriptions ?? null")).toBeNull();
  }).toPass();
  const before = await page.request.get("/api/fan/profile", { headers: mine });
  expect(before.status(), "the session of before has ended").toBe(401);
  expect(seen.filter((line) => line.includes(token))).toHaveLength(2);
  expect(await cookieOf(page.context(), "handed_token")).toBeUndefined();
});

test("R-AUTH-27, R-AUTH-31, R-AMB-10, R-AMB-11: a bad token signs nobody in, and no model's name leads away", async ({
  visit,
  baseURL,
}) => {
  const guest = await visit();
  const ended = `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url")}.c2ln`;
  for (const [address, target] of [
    [`/login?token=${ended}&x=1`, "/login?x=1"],
    [`/?token=a.b&model=https://evil.example&x=1`, "/?x=1"],
    ["/?model=luna", "/luna"],
    ["/register?model=true", "/register?model=true"],
  ] as const) {
    await visitPage(guest.page, address);
    await expect(guest.page).toHaveURL(`${baseURL}${target}`);
    await expect(loginDoor(guest)).toBeVisible();
  }
  expect(await cookieOf(guest.page.context(), "token")).toBeUndefined();
  await guest.page.goto(`/videos?token=${ended}`);
  await expect(guest.page.getByText(guest.words("login_link_dead"))).toBeVisible();
  expect(await cookieOf(guest.page.context(), "login_link")).toBeUndefined();
});

test("R-AUTH-26: the token of a social login becomes the session, and the saved page opens", async ({
  visit,
  baseURL,
}) => {
  for (const [saved, routeBack, target] of [
    ["/my-videos", "/chat", "/my-videos"],
    [null, "/chat", "/chat"],
    [null, null, "/"],
    ["https://evil.example", null, "/"],
  ] as const) {
    const fan = await visit();
    const { page } = fan;
    const token = await tokenOf(fan, "guestfan");
    await visitPage(page, "/login");
    if (routeBack)
      await page
        .context()
        .addCookies([{ name: "routeBack", value: encodeURIComponent(routeBack), url: baseURL ?? "" }]);
    await page.evaluate(
      ([held, route]) => {
        sessionStorage.setItem("social_token", held ?? "");
        if (route) sessionStorage.setItem("saved_route", route);
      },
      [token, saved] as const,
    );
    const profile = page.waitForRequest(/\/api\/fan\/profile$/);
    await page.goto("/?x=1");
    expect(await (await profile).headerValue("authorization")).toBe(`Bearer ${token}`);
    await expect(page).toHaveURL(`${baseURL}${target}`);
    await expect(loginDoor(fan)).toHaveCount(0);
    await expectSessionOfThreeHours(fan);
    expect(await page.evaluate("sessionStorage.social_token ?? null")).toBeNull();
  }
});

test("R-AUTH-26: the token of a social login that is not good leaves a guest on the page", async ({
  visit,
}) => {
  const guest = await visit();
  await visitPage(guest.page, "/login");
  await guest.page.evaluate("sessionStorage.setItem('social_token', 'a.b.c')");
  await visitPage(guest.page, "/login");
  await expect(loginDoor(guest)).toBeVisible();
  expect(await guest.page.evaluate("sessionStorage.social_token ?? null")).toBeNull();
});

test("R-AUTH-21, R-AUTH-34: an expired session is forgotten with everything it kept, on arrival and on the way", async ({
  visit,
}) => {
  const fan = await visit();
  const { page } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/my-videos");
  await page.evaluate("localStorage.setItem('dismissed_subscriptions', '[1]')");
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  await page
    .getByRole("navigation", { name: fan.words("nav_main") })
    .getByRole("link", { name: fan.words("nav_chat"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(loginDoor(fan)).toBeVisible();
  expect(await page.evaluate("localStorage.dismissed_subscriptions ?? localStorage.role ?? null")).toBeNull();
});

test("R-AUTH-22, R-AMB-53, R-OPEN-05: a session that is ended elsewhere makes a public page a guest's, and leaves a private one", async ({
  visit,
}) => {
  const [here, there] = [await visit(), await visit()];
  for (const { problems } of [here, there]) problems.expect(/401/);
  const person = await signUpQuietly(here);
  for (const [path, after] of [
    ["/", /\/$/],
    ["/chat?x=1", /\/login$/],
  ] as const) {
    await signInQuietly(there, person.login, person.password);
    await visitPage(there.page, path);
    await expect(loginDoor(there)).toHaveCount(0);
    const cut = await here.page.request.post("/api/fan/end-sessions", {
      headers: await bearer(here),
      data: { keep_current: true, current_password: person.password },
    });
    expect(cut.status()).toBe(200);
    await expect(loginDoor(there)).toBeVisible();
    await expect(there.page).toHaveURL(after);
    expect(await cookieOf(there.page.context(), "token")).toBeUndefined();
  }
  await logIn(there, person.login, person.password).catch(() => undefined);
  await visitPage(here.page, "/");
  await expect(loginDoor(here)).toHaveCount(0);
});

test("R-AUTH-23, R-AMB-51: a stored role that is not the person's goes back to fan, and leads nowhere", async ({
  visit,
}) => {
  const fan = await visit();
  await signInQuietly(fan, "guestfan");
  await visitPage(fan.page, "/favorites-models");
  await fan.page.evaluate("localStorage.setItem('role', 'model')");
  await visitPage(fan.page, "/favorites-models");
  await expect.poll(() => fan.page.evaluate("localStorage.role")).toBe("fan");
  await expect(fan.page).toHaveURL(/\/favorites-models$/);
});

test("R-AUTH-24, R-AUTH-25, R-ROLE-10: a model and staff are led out of every page for fans", async ({
  visit,
}) => {
  for (const [login, home] of [
    ["luna", /\/model\/update-model-profile$/],
    ["staff", /\/admin\/models$/],
  ] as const) {
    const worker = await visit();
    worker.problems.expect(/404/);
    await signInQuietly(worker, login);
    for (const path of ["/", "/chat", "/my-videos", "/login", "/luna", "/fan/Settings"]) {
      await worker.page.goto(path);
      await expect(worker.page).toHaveURL(home);
    }
    await worker.page.goto("/terms-of-service");
    await expect(worker.page).toHaveURL(/\/terms-of-service$/);
  }
});

test("R-AUTH-32, R-AMB-66: logging out forgets everything and goes home, in the language of the moment, in every tab", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await signUpQuietly(fan);
  const other = await fan.newTab();
  await visitPage(other, "/my-videos");
  await visitPage(page, "/favorites-models");
  fan.problems.expect(/401/);
  await page.evaluate(
    "localStorage.setItem('dismissed_subscriptions', '[1]'); localStorage.setItem('lang', 'es')",
  );
  await headerOf(fan)
    .getByRole("button", { name: words("nav_settings") })
    .click();
  await page.getByRole("button", { name: words("nav_logout") }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(loginDoor(fan)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  expect(
    await page.evaluate(
      "JSON.stringify([localStorage.role, localStorage.lang, localStorage.dismissed_subscriptions])",
    ),
  ).toBe("[null,null,null]");
  expect(await cookieOf(page.context(), "token")).toBeUndefined();
  expect(await cookieOf(page.context(), "fan_id")).toBeUndefined();
  await expect(other).toHaveURL(/\/(login)?$/);
});

test("R-OPEN-05: with the session the picture in another browser ends at once", async ({ visit }) => {
  const [here, there] = [await visit(), await visit()];
  there.problems.expect(/401|whep|Failed to load resource/);
  const person = await signUpQuietly(here);
  await signInQuietly(there, person.login, person.password);
  await openRoom(there, "aria");
  await here.page.request.post("/api/fan/end-sessions", {
    headers: await bearer(here),
    data: { keep_current: true, current_password: person.password },
  });
  await expect(there.page).toHaveURL(/\/login$/);
});

test("R-API-06, R-AUTH-38: the older login page signs in without any script", async ({ visit }) => {
  for (const locale of ["en-GB", "es-CO"]) {
    const fan = await visit({ locale, javaScriptEnabled: false });
    fan.problems.expect(/401/);
    const { page } = fan;
    await page.goto("/auth/login-form");
    await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
    const user = page.locator("input[name=login]");
    await user.fill("guestfan");
    await page.locator("input[name=password]").fill("not the password");
    await page.getByRole("button").click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(user).toHaveValue("guestfan");
    await page.locator("input[name=password]").fill("fanlight-demo");
    await page.getByRole("button").click();
    await expect(page).toHaveURL(/\/$/);
    await expect(loginDoor(fan)).toHaveCount(0);
  }
});

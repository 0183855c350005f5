import type { BrowserContext } from "@playwright/test";
import { sessionOf } from "#testing/pages/page-request.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, logIn, newcomer, signInQuietly, signUpQuietly } from "./people.ts";
import { openRoom } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();
const loginDoor = (visitor: Visitor) =>
  headerOf(visitor).getByRole("link", { name: visitor.words("nav_login") });
const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name);

function secondsLeft(expires: number | undefined): number {
  return (expires ?? 0) - Date.now() / 1000;
}

test("R-ROUTE-14, R-AUTH-20, R-AUTH-21, R-AUTH-23, R-AMB-66: signing in leads back to the wanted page, once; a wrong role goes back to fan; logging out, and a session that is gone, forget everything and go home", async ({
  visit,
  baseURL,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  fan.problems.expect(/401/);
  await page.goto("/auth/Login?x=1#a");
  await expect(page).toHaveURL(`${baseURL}/login?x=1#a`);
  const person = newcomer();
  await signUpQuietly(fan, person);
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  await page.goto("/my-videos?x=1");
  await expect(page).toHaveURL(/\/login$/);
  await logIn(fan, person.login, person.password);
  await expect(page).toHaveURL(/\/my-videos\?x=1$/);
  await expect(page.getByRole("heading", { level: 1, name: words("nav_my_videos") })).toBeVisible();
  const token = await cookieOf(page.context(), "token");
  expect(Math.round(secondsLeft(token?.expires) / 100)).toBe(864);
  expect(await cookieOf(page.context(), "routeBack")).toBeUndefined();
  expect(await page.evaluate("sessionStorage.saved_route ?? null")).toBeNull();

  const other = await fan.newTab();
  await visitPage(other, "/my-videos");
  await visitPage(page, "/favorites-models");
  await page.evaluate(
    "localStorage.setItem('dismissed_subscriptions', '[1]'); localStorage.setItem('lang', 'es'); localStorage.setItem('role', 'model')",
  );
  await visitPage(page, "/favorites-models");
  await expect.poll(() => page.evaluate("localStorage.role")).toBe("fan");
  await expect(page).toHaveURL(/\/favorites-models$/);
  await headerOf(fan)
    .getByRole("button", { name: words("nav_settings") })
    .click();
  await page.getByRole("button", { name: words("nav_logout") }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(loginDoor(fan)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  const kept = "JSON.stringify([localStorage.role, localStorage.lang, localStorage.dismissed_subscriptions])";
  expect(await page.evaluate(kept)).toBe("[null,null,null]");
  for (const name of ["token", "fan_id"]) expect(await cookieOf(page.context(), name), name).toBeUndefined();
  await expect(other).toHaveURL(/\/(login)?$/);

  await signInQuietly(fan, person.login, person.password);
  await visitPage(page, "/my-videos");
  await page.evaluate("localStorage.setItem('dismissed_subscriptions', '[1]')");
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  await page
    .getByRole("navigation", { name: words("nav_main") })
    .getByRole("link", { name: words("nav_chat"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(loginDoor(fan)).toBeVisible();
  expect(await page.evaluate("localStorage.dismissed_subscriptions ?? localStorage.role ?? null")).toBeNull();
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
  const { token } = await sessionOf(baseURL ?? "", "guestfan");
  const seen: string[] = [];
  page.on("request", (request) => seen.push(`${request.url()} ${request.headers().referer ?? ""}`));
  const dead = `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url")}.c2ln`;
  await visitPage(page, `/videos?token=${dead}`);
  await expect(page.getByText(words("login_link_dead"))).toBeVisible();
  expect(await cookieOf(page.context(), "login_link")).toBeUndefined();
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
  await expectAccessible(page, "continue as");
  await press("continue_as_no", person.login);
  await expect(page).toHaveURL(`${baseURL}/luna?x=1`);
  expect(await profile()).toMatchObject({ login: person.login });
  expect(await page.evaluate("localStorage.dismissed_subscriptions ?? null")).toBe("[1]");
  await follow();
  await press("continue_as_yes", "guestfan");
  await expect(page).toHaveURL(`${baseURL}/luna?x=1`);
  const session = await cookieOf(page.context(), "token");
  expect(secondsLeft(session?.expires)).toBeGreaterThan(10_600);
  expect(secondsLeft(session?.expires)).toBeLessThanOrEqual(10_801);
  expect(await profile()).toMatchObject({ login: "guestfan" });
  await expect(async () => {
    expect(await page.evaluate("localStorage.dismissed_subscriptions ?? null")).toBeNull();
  }).toPass();
  const before = await page.request.get("/api/fan/profile", { headers: mine });
  expect(before.status(), "the session of before has ended").toBe(401);
  expect(seen.filter((line) => line.includes(token))).toHaveLength(2);
  expect(await cookieOf(page.context(), "handed_token")).toBeUndefined();
});

test("R-AUTH-22, R-AMB-53, R-OPEN-05: a session that is ended elsewhere makes a public page a guest's, leaves a private one, and ends the picture", async ({
  visit,
}) => {
  const [here, there] = [await visit(), await visit()];
  for (const { problems } of [here, there]) problems.expect(/401|whep|Failed to load resource/);
  const person = await signUpQuietly(here);
  for (const [path, after] of [
    ["/", /\/$/],
    ["/chat?x=1", /\/login$/],
    ["/stream/aria", /\/login$/],
  ] as const) {
    await signInQuietly(there, person.login, person.password);
    if (path === "/stream/aria") await openRoom(there, "aria");
    else await visitPage(there.page, path);
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
  await visitPage(here.page, "/");
  await expect(loginDoor(here)).toHaveCount(0);
});

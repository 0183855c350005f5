import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signInQuietly } from "./people.ts";
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

test("R-AUTH-27, R-AUTH-28, R-AUTH-29, R-AUTH-30, R-AUTH-31: an address with a token signs in, and the token is gone from it", async ({
  visit,
  baseURL,
}) => {
  const journeys: [string, string | null, string][] = [
    ["/?token={token}&x=1", null, "/?x=1"],
    ["/chat/5?token={token}&model=/&x=1", "/my-videos", "/chat/5?x=1"],
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

test("R-AUTH-27, R-AUTH-31, R-AMB-10, R-AMB-11: a bad token signs nobody in, and no model's name leads away", async ({
  visit,
  baseURL,
}) => {
  const guest = await visit();
  guest.problems.expect(/404/);
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

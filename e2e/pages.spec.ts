import { expect, test } from "./fixtures.ts";
import { shownBalance, signInQuietly } from "./people.ts";
import { openRoom, roomCard } from "./room.ts";
import { expectNoSideways, type Visitor, visitPage } from "./visitor.ts";
import { patternOf } from "./words.ts";

const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();

test("R-ROUTE-40: an address that matches no route answers 404 with a way home", async ({
  visit,
  request,
}) => {
  const guest = await visit();
  guest.problems.expect(/404/);
  expect((await request.get("/no/such/page")).status()).toBe(404);
  await visitPage(guest.page, "/no/such/page");
  await expect(
    guest.page.getByRole("heading", { level: 1, name: "This page could not be found" }),
  ).toBeVisible();
  await expect(guest.page.getByText("404")).toBeVisible();
  await guest.page.getByRole("link", { name: "Back home" }).click();
  await expect(guest.page).toHaveURL(/\/$/);
  await expect(guest.page.getByRole("heading", { level: 1, name: guest.words("home_title") })).toBeVisible();
});

test("R-NAV-01, R-NAV-05, R-NAV-12, R-NAV-25: a guest's header leads home, to log in and to sign up", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  await visitPage(page, "/register");
  await headerOf(guest)
    .getByRole("link", { name: words("nav_login") })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await headerOf(guest)
    .getByRole("link", { name: words("nav_register") })
    .click();
  await expect(page).toHaveURL(/\/register$/);
  await headerOf(guest)
    .getByRole("link", { name: words("nav_home") })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByTestId("balance")).toHaveCount(0);
  const menu = page.getByRole("navigation", { name: words("nav_main") });
  await expect(menu.locator('a[href="/chat"], a[href="/my-videos"]')).toHaveCount(0);
});

test("what a guest presses before the front page is alive counts as soon as it is", async ({ visit }) => {
  const { page } = await visit();
  let letScriptsCome = () => {};
  const held = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  // Scripts that are held hold up the end of loading too, on a machine that is so busy that they are asked for first.
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.locator("button.room-card-heart").first().click();
  await expect(page).toHaveURL(/\/$/);
  letScriptsCome();
  await expect(page).toHaveURL(/\/login$/);
});

test("R-NAV-04, R-AUTH-35: a fan's header shows the balance, and pages for guests lead home", async ({
  visit,
}) => {
  const fan = await visit();
  await signInQuietly(fan, "guestfan");
  for (const path of ["/login", "/register"]) {
    await visitPage(fan.page, path);
    await expect(fan.page).toHaveURL(/\/$/);
  }
  await expect(shownBalance(fan)).toHaveText("0");
  await expect(headerOf(fan).getByRole("link", { name: fan.words("nav_login") })).toHaveCount(0);
});

test("R-AUTH-19, R-AUTH-33: a token or a fan id alone is a guest, and a token that is none is not sent", async ({
  visit,
  baseURL,
}) => {
  const whole = await visit();
  await signInQuietly(whole, "guestfan");
  const cookies = await whole.page.context().cookies();
  for (const alone of ["token", "fan_id"]) {
    const half = await visit();
    await half.page.context().addCookies(cookies.filter(({ name }) => name === alone));
    await visitPage(half.page, "/");
    await expect(headerOf(half).getByRole("link", { name: half.words("nav_login") })).toBeVisible();
  }
  const broken = whole.page;
  await visitPage(broken, "/");
  whole.problems.expect(/Invalid JWT token format/);
  await broken.context().addCookies([{ name: "token", value: "a.b", url: baseURL ?? "" }]);
  const complaint = broken.waitForEvent(
    "console",
    (message) => message.text() === "Invalid JWT token format",
  );
  const asked = broken.waitForRequest(/\/api\/video-chat-rooms/);
  await broken.getByRole("textbox", { name: whole.words("nav_search_models") }).fill("l");
  await complaint;
  expect(await (await asked).headerValue("authorization")).toBeNull();
});

test("R-AUTH-21: an expired session is forgotten and leads home", async ({ visit, baseURL }) => {
  const fan = await visit();
  const part = (facts: object) => Buffer.from(JSON.stringify(facts)).toString("base64url");
  const expired = `${part({ alg: "HS256" })}.${part({ sub: "1", exp: 1_700_000_000 })}.c2ln`;
  await fan.page.context().addCookies([
    { name: "token", value: expired, url: baseURL ?? "" },
    { name: "fan_id", value: "1", url: baseURL ?? "" },
  ]);
  await visitPage(fan.page, "/stream/aria");
  await expect(fan.page).toHaveURL(/\/$/);
  await expect
    .poll(async () =>
      (await fan.page.context().cookies())
        .map(({ name }) => name)
        .filter((name) => /token|fan_id/.test(name)),
    )
    .toEqual([]);
  await expect(headerOf(fan).getByRole("link", { name: fan.words("nav_login") })).toBeVisible();
});

test("R-NAV-06, R-I18N-02, R-I18N-03: the language comes from the browser, changes without a reload and is kept", async ({
  visit,
}) => {
  const guest = await visit({ locale: "en-GB" });
  const { page, words } = guest;
  await visitPage(page, "/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.evaluate("window.sameDocument = true");
  await page.getByRole("button", { name: words("nav_language_is", { name: "English" }) }).click();
  await expect(page.locator("button[lang]")).toHaveText(["English", "Español"]);
  await page.locator("button[lang=es]").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(
    page
      .getByRole("link", { name: "Regístrate" })
      .or(page.getByRole("link", { name: "Crear cuenta" }))
      .first(),
  ).toBeVisible();
  expect(await page.evaluate("window.sameDocument")).toBe(true);
  expect(await page.evaluate("localStorage.lang")).toBe("es");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("R-NAV-09, R-NAV-10, R-UI-01: under 992 px a drawer has the menu, from 992 px a bar", async ({
  visit,
}) => {
  const narrow = await visit({ viewport: { width: 991, height: 900 } });
  const { page, words } = narrow;
  await visitPage(page, "/");
  // The main menu is a bar below the header, or one at the lower edge of small screens.
  const menus = page.getByRole("navigation", { name: words("nav_main"), includeHidden: true });
  const [bar, tabs] = [menus.first(), menus.last()];
  await expect(bar).toBeHidden();
  await expect(tabs).toBeVisible();
  await page.getByRole("button", { name: words("nav_menu") }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("navigation", { name: words("nav_main") })).toBeVisible();
  await drawer.getByRole("button", { name: words("common_close") }).click();
  await expect(drawer).toHaveCount(0);
  await page.setViewportSize({ width: 992, height: 900 });
  await expect(page.getByRole("button", { name: words("nav_menu") })).toBeHidden();
  await expect(bar).toBeVisible();
  await expect(tabs).toBeHidden();
});

test("R-UI-04, R-UI-05, R-UI-06, R-UI-10, R-UI-11: header, footer, player and chats have their sizes", async ({
  visit,
}) => {
  const fan = await visit({ viewport: { width: 1600, height: 1200 } });
  const { page } = fan;
  await visitPage(page, "/");
  expect((await headerOf(fan).boundingBox())?.height).toBe(70);
  expect((await page.getByRole("contentinfo").boundingBox())?.height).toBe(210);
  await signInQuietly(fan, "nico");
  await openRoom(fan, "aria");
  const player = await page.locator("[data-stage]").boundingBox();
  expect([player?.width, player?.height]).toEqual([540, 960]);
  const chat = await page.getByRole("region", { name: fan.words("chat_log") }).boundingBox();
  expect(chat?.width).toBeLessThanOrEqual(300);
  expect(chat?.height).toBeLessThanOrEqual(960);
  await visitPage(page, "/chat");
  expect((await page.getByRole("main").boundingBox())?.width).toBe(890);
});

test("R-LIST-08, R-LIST-09, R-LIST-11, R-LIST-12: the search opens, searches while typing, and clears on close", async ({
  visit,
}) => {
  const guest = await visit({ viewport: { width: 900, height: 900 } });
  const { page, words } = guest;
  await visitPage(page, "/");
  const searched: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/video-chat-rooms") searched.push(url.searchParams.get("search") ?? "");
  });
  await page.getByRole("button", { name: words("nav_search"), exact: true }).click();
  const field = page.getByRole("textbox", { name: words("nav_search_models") });
  await expect(field).toBeFocused();
  await page.keyboard.type("lun");
  await expect(roomCard(guest, "luna")).toBeVisible();
  await expect(roomCard(guest, "aria")).toHaveCount(0);
  expect(searched).toEqual(["l", "lu", "lun"]);
  await page.keyboard.press("Enter");
  await expect(roomCard(guest, "luna")).toBeVisible();
  await page.getByRole("button", { name: words("nav_search_close") }).click();
  await expect(field).toBeHidden();
  await expect(roomCard(guest, "aria")).toBeVisible();
  await page.getByRole("button", { name: words("nav_search"), exact: true }).click();
  await expect(field).toHaveValue("");
});

test("R-LIST-10: what was searched is not shown before 200 ms have passed", async ({ visit }) => {
  const guest = await visit();
  const { page, words } = guest;
  await visitPage(page, "/");
  await expect(roomCard(guest, "aria")).toBeVisible();
  await page.getByRole("textbox", { name: words("nav_search_models") }).click();
  await page.evaluate(() => {
    const typedAt = new Promise<number>((done) =>
      addEventListener("input", () => done(performance.now()), { capture: true, once: true }),
    );
    const goneAt = new Promise<number>((done) => {
      const look = () => {
        if (document.querySelector("[data-testid=room-aria]") === null) done(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
    Object.assign(window, { searchMs: Promise.all([goneAt, typedAt]).then(([gone, typed]) => gone - typed) });
  });
  await page.keyboard.type("q");
  expect(await page.evaluate("searchMs")).toBeGreaterThanOrEqual(200);
});

test("R-LIST-15, R-LIST-16: women are shown at first; another choice loads the list anew", async ({
  visit,
}) => {
  const guest = await visit();
  const { page } = guest;
  await visitPage(page, "/");
  const choices = page.getByRole("group", { name: guest.words("nav_gender") }).getByRole("radio");
  await expect(choices.nth(0)).toBeChecked();
  const asked = page.waitForRequest((request) => /video-chat-rooms\?.*gender=2/.test(request.url()));
  await choices.nth(1).check();
  expect(new URL((await asked).url()).searchParams.get("page") ?? "1").toBe("1");
  await expect(roomCard(guest, "aria")).toHaveCount(0);
  await expect(page.getByText(patternOf(guest.words("home_live_now")))).toBeVisible();
});

for (const [locale, login] of [
  ["en-US", "nico"],
  ["es-CO", "sofia"],
] as const) {
  test(`R-UI-02: nothing is wider than the screen at any width (${locale})`, async ({ visit }) => {
    const guest = await visit({ locale });
    guest.problems.expect(/404/);
    for (const path of ["/", "/trending", "/videos", "/allposts", "/login", "/register", "/no/such/page"]) {
      await visitPage(guest.page, path);
      await expectNoSideways(guest, path);
    }
    const fan = await visit({ locale });
    await signInQuietly(fan, login);
    await visitPage(fan.page, "/videos");
    await expectNoSideways(fan, "a fan's videos, with badges in the navbar");
    await openRoom(fan, "aria");
    await expectNoSideways(fan, "room");
    const model = await visit({ locale });
    await signInQuietly(model, "aria");
    await visitPage(model.page, "/model/update-model-profile");
    await expectNoSideways(model, "studio");
  });
}

import { expect, test } from "./fixtures.ts";
import { messageModel } from "./inbox.ts";
import { signInQuietly, signUpQuietly } from "./people.ts";
import { roomCard } from "./room.ts";
import { expectNoSideways, type Visitor, visitPage } from "./visitor.ts";

const footerOf = ({ page }: Visitor) => page.getByRole("contentinfo");
const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();

/** Private pages: address, heading, whether the footer is shown. */
const pages = [
  ["/favorites-models", "nav_favorites", true],
  ["/subscription-models", "nav_subscriptions", true],
  ["/my-videos", "nav_my_videos", true],
  ["/chat", "nav_chat", false],
  ["/chat/5", "nav_chat", false],
  ["/promo-stream/abc", "promo_refused_title", false],
] as const;

test("R-ROUTE-18, R-ROUTE-19, R-ROUTE-20, R-ROUTE-21, R-ROUTE-22, R-ROUTE-24: a fan's pages have their heading, their footer and one way on", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  await signUpQuietly(fan);
  for (const [path, heading, footer] of pages) {
    await visitPage(fan.page, path);
    await expect(fan.page.getByRole("heading", { level: 1, name: fan.words(heading) })).toBeVisible();
    await expect(footerOf(fan)).toHaveCount(footer ? 1 : 0);
    await expect(fan.page.getByRole("main").getByRole("link").last()).toBeVisible();
  }
});

test("R-AUTH-36, R-ROLE-04: each private page leads a guest to the login, whose page it returns to", async ({
  request,
}) => {
  const own = [...pages.map(([address]) => address), "/settings", "/stream/aria"];
  for (const path of [...own, "/model/update-model-profile"]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([302, "/login"]);
    const kept = /routeBack=([^;]*)/.exec(answer.headers()["set-cookie"] ?? "")?.[1] ?? "";
    expect(decodeURIComponent(kept)).toBe(path);
  }
});

test("R-ROUTE-21, R-ROUTE-22: the list of conversations stays while one opens and closes beside it", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  const id = await messageModel(fan, "aria", "Aria");
  await visitPage(page, "/chat");
  const list = page.getByTestId("chat-list");
  await list.evaluate((element) => element.setAttribute("data-seen", "yes"));
  await list.getByRole("link", { name: "Aria" }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(page.getByRole("region", { name: words("inbox_thread", { name: "Aria" }) })).toBeVisible();
  await expect(list).toHaveAttribute("data-seen", "yes");
  await page.goBack();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(list).toHaveAttribute("data-seen", "yes");
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(list).toBeHidden();
});

test("R-ROUTE-18, R-API-22, R-PROFILE-06: a heart puts a room among the favourites, where it is searched and taken off again", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/favorites-models");
  await expect(page.getByRole("heading", { name: words("favorites_empty_title") })).toBeVisible();
  await page.getByRole("link", { name: words("places_find_rooms") }).click();
  const liked = page.waitForResponse(/liked-model/);
  await roomCard(fan, "aria").getByRole("button").click();
  await liked;
  await headerOf(fan)
    .getByRole("button", { name: words("nav_settings") })
    .click();
  await page.getByRole("link", { name: words("nav_favorites") }).click();
  // Her card stands on the front page too.
  await expect(page.getByRole("heading", { level: 1, name: words("nav_favorites") })).toBeVisible();
  await expect(roomCard(fan, "aria")).toBeVisible();
  await page.getByRole("textbox", { name: words("nav_search_models") }).fill("nobody");
  await expect(page.getByRole("heading", { name: words("home_no_match_title") })).toBeVisible();
  await page.getByRole("button", { name: words("home_clear_search") }).click();
  await expect(roomCard(fan, "aria")).toBeVisible();
  const taken = page.waitForResponse(/disliked-model/);
  await roomCard(fan, "aria").getByRole("button").click();
  await taken;
  await page.reload();
  await expect(page.getByRole("heading", { name: words("favorites_empty_title") })).toBeVisible();
});

test("R-NAV-23: the menu counts the streaming models on a page where the rooms were never shown", async ({
  visit,
}) => {
  const [elsewhere, home] = [await visit(), await visit()];
  await visitPage(elsewhere.page, "/videos");
  await visitPage(home.page, "/");
  const place = ({ page, words }: Visitor) =>
    page
      .getByRole("navigation", { name: words("nav_main") })
      .first()
      .getByRole("link", { name: words("nav_rooms") });
  await expect(async () => {
    const { live_count } = await (await home.page.request.get("/api/video-chat-rooms?gender=1")).json();
    expect(await place(elsewhere).textContent()).toContain(`${live_count} streaming now`);
  }).toPass();
  await expect
    .poll(async () => (await place(elsewhere).textContent()) === (await place(home).textContent()))
    .toBe(true);
});

const older = [
  ["R-ROUTE-14", "/auth/Login?x=1", "/login?x=1"],
  ["R-ROUTE-15", "/auth/Register?referrer=7", "/register?referrer=7"],
  ["R-ROUTE-29", "/fan/PaymentRequest?id=t1", "/payment-request?id=t1"],
  ["R-ROUTE-36", "/fan/Billing/Directa24/CancelledPayment?id=t1", "/directa/cancelled-payment?id=t1"],
  ["R-ROUTE-37", "/fan/Billing/Directa24/FailedPayment?id=t1", "/directa/failed-payment?id=t1"],
  ["R-ROUTE-38", "/fan/Billing/Directa24/SuccessfulPayment?id=t1", "/directa/successful-payment?id=t1"],
  ["R-OPEN-22", "/global/TermsOfService?x=1", "/terms-of-service?x=1"],
  ["R-OPEN-22", "/GLOBAL/videochatrooms?x=1", "/?x=1"],
  ["R-OPEN-22", "/global/Trending?x=1", "/trending?x=1"],
  ["R-ROUTE-35", "/global/TrendingOld", "/trending"],
  ["R-ROUTE-34", "/global/Videos?x=1", "/videos?x=1"],
  ["R-ROUTE-34", "/global/Posts", "/allposts"],
] as const;

for (const [row, from, to] of older)
  test(`${row}, R-AMB-14, R-AMB-19: ${from} leads to ${to}`, async ({ request }) => {
    const moved = await request.get(from, { maxRedirects: 0 });
    expect([moved.status(), moved.headers().location]).toEqual([302, to]);
    expect((await request.get(to)).status()).toBe(200);
  });

test("R-ROUTE-14, R-AMB-14: an older address keeps its query and its hash in the browser", async ({
  visit,
  baseURL,
}) => {
  const { page } = await visit();
  await page.goto("/auth/Login?x=1#a");
  await expect(page).toHaveURL(`${baseURL}/login?x=1#a`);
});

test("R-ROUTE-25, R-ROUTE-26, R-ROUTE-27, R-ROUTE-28, R-ROUTE-30, R-ROUTE-31, R-ROUTE-32, R-ROUTE-33: older addresses of a fan's pages lead to them, past their guard", async ({
  visit,
  request,
  baseURL,
}) => {
  const fan = await visit();
  await signUpQuietly(fan);
  for (const [from, to] of [
    ["/fan/Chat", "/chat"],
    ["/fan/ChatRoom?id=5", "/chat/5"],
    ["/fan/Favorites?x=1", "/favorites-models?x=1"],
    ["/fan/MyVideos", "/my-videos"],
    ["/fan/PromoStream?token=abc", "/promo-stream/abc"],
    ["/fan/Settings", "/settings"],
    ["/fan/Stream?slug=aria", "/stream/aria"],
    ["/fan/Subscription", "/subscription-models"],
  ] as const) {
    expect((await fan.page.request.get(from)).url()).toBe(`${baseURL}${to}`);
    expect((await request.get(from)).url()).toBe(`${baseURL}/login`);
  }
  for (const from of ["/fan/PromoStream", "/fan/Stream"])
    expect((await fan.page.request.get(from)).url()).toBe(`${baseURL}/`);
});

test("R-OPEN-22, R-ROUTE-34: an older address that never was answers 404", async ({ request }) => {
  for (const path of ["/global/x", "/fan/Nothing", "/auth/Nothing"])
    expect((await request.get(path, { headers: { accept: "text/html" } })).status(), path).toBe(404);
});

test("R-ROUTE-07, R-ROUTE-08, R-ROUTE-09, R-ROUTE-10: the regional provider's result pages are public, without a footer", async ({
  visit,
}) => {
  const guest = await visit();
  for (const [path, title] of [
    ["/directa/failed-payment", "result_failed"],
    ["/directa/cancelled-payment?id=t1", "result_cancelled"],
    ["/directa/successful-payment", "result_completed"],
    ["/payment-request", "pay_return_missing"],
  ] as const) {
    await visitPage(guest.page, path);
    await expect(guest.page.getByRole("heading", { level: 1, name: guest.words(title) })).toBeVisible();
    await expect(footerOf(guest)).toHaveCount(0);
  }
});

test("R-ROUTE-10, R-OPEN-33, R-OPEN-35: a success page opened by hand asks for the payment and credits nothing", async ({
  visit,
}) => {
  const fan = await visit();
  fan.problems.expect(/404/);
  await signUpQuietly(fan);
  const asked = fan.page.waitForRequest(/\/api\/payments\/status\//);
  await visitPage(fan.page, "/directa/successful-payment?id=11111111-1111-4111-8111-111111111111");
  await asked;
  await expect(fan.page.getByRole("heading", { level: 1 })).toBeVisible();
  const answer = await fan.page.request.get("/api/fan/profile", {
    headers: {
      authorization: `Bearer ${(await fan.page.context().cookies()).find(({ name }) => name === "token")?.value}`,
    },
  });
  expect(((await answer.json()) as { balance: number }).balance).toBe(0);
});

test("R-NAV-07: the menu of the person lists Profile, Favorites, Subscriptions, My Videos, Logout", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signUpQuietly(fan);
  await visitPage(page, "/");
  await headerOf(fan)
    .getByRole("button", { name: words("nav_settings") })
    .click();
  const entries = headerOf(fan).getByRole("listitem").filter({ visible: true });
  const keys = ["nav_profile", "nav_favorites", "nav_subscriptions", "nav_my_videos", "nav_logout"];
  await expect(entries).toHaveText(keys.map((key) => words(key)));
  await expect(entries).toHaveText(["Profile", "Favorites", "Subscriptions", "My Videos", "Logout"]);
});

test("R-NAV-17, R-NAV-18, R-AMB-21: a guest's drawer has none of a person's places, and login in place of logout", async ({
  visit,
}) => {
  const [guest, fan] = [
    await visit({ viewport: { width: 390, height: 800 } }),
    await visit({ viewport: { width: 390, height: 800 } }),
  ];
  await signInQuietly(fan, "guestfan");
  for (const visitor of [guest, fan]) {
    const { page, words } = visitor;
    await visitPage(page, "/");
    await page.getByRole("button", { name: words("nav_menu") }).click();
    const menu = page.getByRole("dialog").getByRole("navigation");
    const entries = menu.getByRole("link").or(menu.getByRole("button"));
    await expect(entries).toHaveText(
      visitor === guest
        ? [/^VideoChat Rooms/, "Trending", /^Videos/, /^Posts/, "Log in"]
        : [
            // A number may stand on these four.
            /^VideoChat Rooms/,
            "Trending",
            /^Videos/,
            /^Posts/,
            /^Chat/,
            "My Videos",
            "Profile",
            "Favorites",
            "Subscription",
            "Logout",
          ],
    );
    await expect(menu.getByRole("group", { name: words("nav_gender") })).toBeVisible();
    await visitPage(page, "/aria");
    await page.getByRole("button", { name: words("nav_menu") }).click();
    await expect(menu.getByRole("link").first()).toBeVisible();
    await expect(menu.getByRole("group", { name: words("nav_gender") })).toHaveCount(0);
  }
});

test("R-NAV-25: a guest's header has login, register and a language switcher", async ({ visit }) => {
  const guest = await visit();
  await visitPage(guest.page, "/terms-of-service");
  const header = headerOf(guest);
  await expect(header.getByRole("link", { name: guest.words("nav_login") })).toHaveAttribute(
    "href",
    "/login",
  );
  await expect(header.getByRole("link", { name: guest.words("nav_register") })).toHaveAttribute(
    "href",
    "/register",
  );
  await expect(
    header.getByRole("button", { name: guest.words("nav_language_is", { name: "English" }) }),
  ).toBeVisible();
});

test("R-UI-02: a fan's own pages are no wider than the screen at any width", async ({ visit }) => {
  const fan = await visit({ locale: "es-CO" });
  await signUpQuietly(fan);
  for (const path of [...pages.map(([address]) => address), "/directa/failed-payment", "/auth/login-form"]) {
    await fan.page.goto(path);
    await expect(fan.page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSideways(fan, path);
  }
});

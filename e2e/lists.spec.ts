import { patternOf } from "#testing/pages/words.ts";
import { expect, test } from "./fixtures.ts";
import { restingFooter } from "./footer.ts";
import { messageModel } from "./inbox.ts";
import { signInQuietly, signUpQuietly } from "./people.ts";
import { roomCard } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();

const cards = ({ page }: Visitor) => page.getByRole("main").getByRole("listitem");
const search = ({ page, words }: Visitor) => page.getByRole("combobox", { name: words("trending_search") });

/**
 * The ranks as the cards of the page show them, in its order; who has none yet stands behind all others. Cards outside
 * the window are not rendered, so their text is read, not what is seen of it.
 */
async function shownRanks(visitor: Visitor): Promise<number[]> {
  const texts = await cards(visitor).allTextContents();
  return texts.map((text) => Number(/#(\d+)/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY));
}

const ascending = (ranks: readonly number[]) => ranks.toSorted((one, other) => (one < other ? -1 : 1));

test("R-ROUTE-02, R-LIST-02, R-LIST-15, R-LIST-16, R-LIVE-07: the rooms are searched while typing and loaded again for another gender; the menu leads on to the ranking, which is whole and searched too", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO", viewport: { width: 900, height: 900 } });
  const { page, words } = guest;
  await visitPage(page, "/");
  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/video-chat-rooms") asked.push(url);
  });
  await page.getByRole("button", { name: words("nav_search"), exact: true }).click();
  const field = page.getByRole("combobox", { name: words("nav_search_models") });
  await expect(field).toBeFocused();
  await page.keyboard.type("lun");
  await expect(roomCard(guest, "luna")).toBeVisible();
  await expect(roomCard(guest, "aria")).toHaveCount(0);
  expect(asked.map((url) => url.searchParams.get("search"))).toEqual(["l", "lu", "lun"]);
  await page.keyboard.press("Enter");
  await expect(roomCard(guest, "luna")).toBeVisible();
  await page.getByRole("button", { name: words("nav_search_close") }).click();
  await expect(field).toBeHidden();
  await expect(roomCard(guest, "aria")).toBeVisible();
  await page.getByRole("button", { name: words("nav_search"), exact: true }).click();
  await expect(field).toHaveValue("");
  await page.getByRole("button", { name: words("nav_search_close") }).click();

  await page.setViewportSize({ width: 1440, height: 900 });
  const genders = page.getByRole("group", { name: words("nav_gender") }).getByRole("radio");
  await expect(genders.nth(0)).toBeChecked();
  await genders.nth(1).check();
  await expect.poll(() => asked.at(-1)?.searchParams.get("gender")).toBe("2");
  expect(asked.at(-1)?.searchParams.get("page") ?? "1").toBe("1");
  await expect(roomCard(guest, "aria")).toHaveCount(0);
  await expect(page.getByText(patternOf(words("home_live_now")))).toBeVisible();
  await genders.nth(0).click();
  await expect(genders.nth(0)).toBeChecked();
  await expect(roomCard(guest, "aria")).toBeVisible();

  await page
    .getByRole("navigation", { name: words("nav_main") })
    .getByRole("link", { name: words("nav_trending") })
    .click();
  await expect(page).toHaveURL(/\/trending$/);
  await expect(page.getByRole("heading", { level: 1, name: words("nav_trending") })).toBeVisible();
  await expect(search(guest)).toHaveAttribute("placeholder", /model/i);

  await test.step("every page of it comes, each model once, in the order of their ranks", async () => {
    await restingFooter(guest);
    const shown = await shownRanks(guest);
    const ranks = shown.filter(Number.isFinite);
    expect(ranks.length).toBeGreaterThan(20);
    expect(ranks).toEqual(ascending([...new Set(ranks)]));
    expect(shown.slice(0, ranks.length)).toEqual(ranks);
  });

  await test.step("a card names its rank to screen readers", async () => {
    const rank = Number(/#(\d+)/.exec((await roomCard(guest, "luna").textContent()) ?? "")?.[1]);
    await expect(roomCard(guest, "luna")).toContainText(words("trending_rank", { rank }));
  });

  await test.step("a card counts everybody who comes, and stays in its place", async () => {
    const ranks = await shownRanks(guest);
    const before = await roomCard(guest, "chiara").innerText();
    const fan = await visit();
    await signInQuietly(fan, "nico");
    await visitPage(fan.page, "/stream/chiara");
    await expect(roomCard(guest, "chiara")).not.toHaveText(before, { useInnerText: true });
    expect((await shownRanks(guest)).slice(0, ranks.length)).toEqual(ranks);
    await fan.page.close();
  });

  await test.step("a search finds a model with their rank, and another list begins without it", async () => {
    await search(guest).fill("aria");
    await expect(roomCard(guest, "luna")).toHaveCount(0);
    await expect(roomCard(guest, "aria")).toContainText(/#\d+/);
    await search(guest).fill("nobody at all");
    await expect(page.getByRole("heading", { name: words("home_no_match_title") })).toBeVisible();
    await page
      .getByRole("navigation", { name: words("nav_main") })
      .getByRole("link", { name: words("nav_rooms") })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: words("home_title") })).toBeVisible();
    await expect(page.getByRole("combobox", { name: words("nav_search_models") })).toHaveValue("");
    await page.goBack();
    await expect(roomCard(guest, "luna")).toBeVisible();
  });

  await test.step("another gender has a ranking of its own", async () => {
    const choices = page.getByRole("group", { name: words("nav_gender") }).getByRole("radio");
    const asked = page.waitForRequest(/\/api\/trending-rooms\?.*gender=2/);
    await choices.nth(1).check();
    expect(new URL((await asked).url()).searchParams.get("page")).toBe("1");
    await expect(roomCard(guest, "luna")).toHaveCount(0);
    await expect(cards(guest).first()).toBeVisible();
    const ranks = await shownRanks(guest);
    expect(ranks).toEqual(ascending(ranks));
  });
});

test("R-ROUTE-18, R-ROUTE-21, R-ROUTE-22, R-API-22, R-PROFILE-06: a heart puts a room among the favourites, where it is searched and taken off again; the list of conversations stays while one opens and closes beside it", async ({
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
  // The model's card stands on the front page too.
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

  await test.step("the list of conversations", () => expectListStays(fan));
});

/** A conversation opens and closes beside the list of all, which is the same element before and after. */
async function expectListStays(fan: Visitor): Promise<void> {
  const { page, words } = fan;
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
}

test("R-LIST-06: back and forward bring a list back as it was left, with all its pages and where it was read", async ({
  visit,
}) => {
  const guest = await visit({ viewport: { width: 1200, height: 800 } });
  const { page, words } = guest;
  await visitPage(page, "/videos");
  const tiles = page.locator("main .content-tile");
  const [first, more] = [await tiles.count(), page.getByRole("button", { name: words("common_show_more") })];
  await more.scrollIntoViewIfNeeded();
  await expect.poll(() => tiles.count()).toBeGreaterThan(first);
  const read = tiles.nth(first + 2);
  await read.scrollIntoViewIfNeeded();
  const count = await tiles.count();
  // Where the list stands when it is left: on its way to the press it may move.
  await page.evaluate(() => {
    const keep = () => Object.assign(window, { leftAt: scrollY });
    addEventListener("click", keep, { capture: true, once: true });
  });
  await read.getByRole("link").click();
  await expect(page).toHaveURL(/\/videos\/\d+$/);
  const position = Number(await page.evaluate("leftAt"));
  expect(position).toBeGreaterThan(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/videos$/);
  await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(count);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  await page.goForward();
  await expect(page).toHaveURL(/\/videos\/\d+$/);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});

import { expect, test } from "../fixtures.ts";
import { restingFooter } from "../footer.ts";
import { signInQuietly } from "../people.ts";
import { roomCard } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

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

test("R-ROUTE-02, R-LIST-02, R-LIVE-07, R-NAV-03, R-NAV-11: the menu leads a guest to the ranking, which is whole, searched, and another gender's", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO" });
  const { page, words } = guest;
  await visitPage(page, "/");
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

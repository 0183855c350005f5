import { readFileSync } from "node:fs";
import path from "node:path";
import { buyQuietly } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, signUpQuietly, statementOf } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A film of the demo world as a file. */
const filmFile = () => ({
  name: "evening.mp4",
  mimeType: "video/mp4",
  buffer: readFileSync(path.resolve(import.meta.dirname, "../../demo/art/clips/luna.idle.mp4")),
});

let titles = 0;
/** A title that no other item has. */
const newTitle = (words: string) => `${words} ${Date.now().toString(36)}${++titles}`;

const search = ({ page, words }: Visitor, kind: "videos" | "posts") =>
  page.getByRole("combobox", { name: words(`content_${kind}_search`) });
const unlock = ({ page, words }: Visitor, price: number) =>
  page.getByRole("button", { name: words("content_unlock", { count: price, amount: price }) });

/** A fan of one's own with a hundred tokens. */
async function fanWithTokens(fan: Visitor): Promise<void> {
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await buyQuietly(fan, 100);
}

test("R-CONTENT-02, R-CONTENT-06, R-CONTENT-08, R-CONTENT-09, R-AMB-71: a model uploads a video; a fan pays it once, watches where they like, and finds it by a search of their own when it is hidden", async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const [model, fan] = [await visit(), await visit()];
  const title = newTitle("Slow Sunday");
  await signInQuietly(model, "greta");
  await visitPage(model.page, "/model/videos");

  await test.step("the model chooses the film, its first frame becomes the poster, and they publish it", async () => {
    const { page, words } = model;
    await page.getByRole("button", { name: words("studio_new_video") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words("studio_media_video"), { exact: true }).setInputFiles(filmFile());
    await expect(dialog.getByRole("img", { name: words("studio_poster") })).toBeVisible();
    await dialog.getByLabel(words("studio_item_title"), { exact: true }).fill(title);
    await dialog.getByLabel(words("studio_item_price"), { exact: true }).fill("40");
    await dialog.getByRole("button", { name: words("studio_publish") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });

  await fanWithTokens(fan);
  const other = await fan.newTab();

  await test.step("the fan finds it locked, and a double press pays it once, in every tab", async () => {
    const { page, words } = fan;
    await page
      .getByRole("navigation", { name: words("nav_main") })
      .locator('a[href="/videos"]')
      .click();
    await expect(page).toHaveURL(/\/videos$/);
    await search(fan, "videos").fill(title);
    const tile = page.getByRole("main").getByRole("link", { name: new RegExp(`^${title}`) });
    await expect(tile).toHaveAccessibleName(/locked, 40 tokens$/);
    await visitPage(other, "/videos");
    await tile.click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.locator("video")).toHaveCount(0);
    await unlock(fan, 40).dblclick();
    await expect(page.getByText(words("content_bought", { count: 40, amount: 40 }))).toBeVisible();
    await expect(shownBalance(fan)).toHaveText("60");
    await expect(other.getByTestId("balance")).toHaveText("60");
    const paid = (await statementOf(fan)).filter(({ tokens }) => tokens === -40);
    expect(paid).toHaveLength(1);
  });

  await test.step("it plays, and where the fan seeks", async () => {
    const film = fan.page.locator("video");
    const at = () => film.evaluate((video) => (video as HTMLVideoElement).currentTime);
    const { page, words } = fan;
    // The film lasts four seconds: on a busy machine it would end before it is paused.
    await film.evaluate((video) => Object.assign(video, { loop: true }));
    await page.getByRole("button", { name: words("content_film_play"), exact: true }).click();
    await expect.poll(at).toBeGreaterThan(0.3);
    await page.getByRole("button", { name: words("content_film_pause"), exact: true }).click();
    const place = page.getByRole("slider", { name: words("content_film_place") });
    await place.press("End");
    await place.press("PageDown");
    await expect
      .poll(() => film.evaluate((video) => (video as HTMLVideoElement).seeking === false))
      .toBe(true);
    expect(await at()).toBeGreaterThan(2);
    const source = await film.evaluate((video) => (video as HTMLVideoElement).currentSrc);
    const part = await fan.page.request.get(source, { headers: { range: "bytes=100-199" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  });

  await test.step("hidden by the model, it is on no list, and still the fan's", async () => {
    const { page, words } = model;
    await page.getByRole("button", { name: `${words("studio_item_hide")}: ${title}` }).click();
    await expect(page.getByRole("button", { name: `${words("studio_item_show")}: ${title}` })).toBeVisible();
    await visitPage(fan.page, "/videos");
    await search(fan, "videos").fill(title);
    await expect(fan.page.getByRole("heading", { name: fan.words("content_videos_no_match") })).toBeVisible();
    await visitPage(fan.page, "/my-videos");
    const field = fan.page.getByRole("textbox", { name: fan.words("purchases_search_videos") });
    const mine = fan.page.getByRole("tabpanel").getByRole("link", { name: new RegExp(`^${title}`) });
    await field.fill("nothing like it");
    await expect(fan.page.getByRole("heading", { name: fan.words("content_videos_no_match") })).toBeVisible();
    await field.fill(title.toUpperCase());
    await expect(mine).toBeVisible();
    await fan.page.getByRole("tab", { name: fan.words("nav_posts") }).click();
    await expect(fan.page).toHaveURL(/\/my-videos\?tab=posts$/);
    await expect(fan.page.getByRole("heading", { name: fan.words("my_videos_empty_title") })).toBeVisible();
    const asked = fan.page.waitForResponse(/\/api\/get-chat-purchased-content/);
    await fan.page.getByRole("tab", { name: fan.words("purchases_chat") }).click();
    expect((await asked).status()).toBe(200);
    await expect(fan.page.getByRole("textbox", { name: fan.words("purchases_search_chat") })).toHaveValue("");
    await fan.page.getByRole("tab", { name: fan.words("nav_videos"), exact: true }).click();
    await mine.click();
    await expect(fan.page.locator("video")).toBeVisible();
  });

  await test.step("its address opens for nobody else, and for the fan no more after logging out", async () => {
    const { page, words } = fan;
    const source = await page.locator("video").evaluate((video) => (video as HTMLVideoElement).currentSrc);
    fan.problems.expect(/401|403/);
    model.problems.expect(/403/);
    const status = async ({ page: reader }: Visitor) => (await reader.goto(source))?.status();
    expect(await status(model)).toBe(403);
    await expect(model.page.getByRole("heading", { level: 1 })).toHaveText("This file cannot be shown");
    await page.getByRole("button", { name: words("nav_settings") }).click();
    await page.getByRole("button", { name: words("nav_logout") }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await status(fan)).toBe(403);
    await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
  });
});

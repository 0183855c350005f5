import { readFileSync } from "node:fs";
import path from "node:path";
import { buyTokens } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { bearer, shownBalance, signInQuietly, signUpQuietly, statementOf } from "../people.ts";
import { pictureFile } from "../picture.ts";
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

type Wish = { kind: "video" | "post"; title: string; price: number; body?: string };

/** Publishes an item for a model without the studio's page; answers its number. */
async function publish(model: Visitor, { kind, title, price, body = "" }: Wish): Promise<number> {
  const picture = await pictureFile();
  const media = kind === "video" ? filmFile() : picture;
  const answer = await model.page.request.post("/api/studio/content", {
    headers: await bearer(model),
    multipart: { kind, title, price: String(price), body, media, poster: picture },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

const search = ({ page, words }: Visitor, kind: "videos" | "posts") =>
  page.getByRole("textbox", { name: words(`content_${kind}_search`) });
const unlock = ({ page, words }: Visitor, price: number) =>
  page.getByRole("button", { name: words("content_unlock", { count: price, amount: price }) });

/** A fan of one's own with a hundred tokens. */
async function fanWithTokens(fan: Visitor): Promise<void> {
  await signUpQuietly(fan);
  await visitPage(fan.page, "/videos");
  await buyTokens(fan, { tokens: 100 });
}

test("R-CONTENT-02, R-CONTENT-06, R-CONTENT-09, R-ERR-31, R-OPEN-100: a model uploads a video, a fan pays it once, watches where they like, and keeps it when she hides it", async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const [model, fan] = [await visit(), await visit()];
  const title = newTitle("Slow Sunday");
  await signInQuietly(model, "greta");
  await visitPage(model.page, "/model/content");

  await test.step("she chooses the film, its first frame becomes the poster, and she publishes it", async () => {
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
    await film.evaluate((video) => (video as HTMLVideoElement).play());
    await expect.poll(at).toBeGreaterThan(0.3);
    await film.evaluate((video) => {
      const player = video as HTMLVideoElement;
      player.pause();
      player.currentTime = player.duration - 1;
    });
    await expect
      .poll(() => film.evaluate((video) => (video as HTMLVideoElement).seeking === false))
      .toBe(true);
    expect(await at()).toBeGreaterThan(2);
    const source = await film.evaluate((video) => (video as HTMLVideoElement).currentSrc);
    const part = await fan.page.request.get(source, { headers: { range: "bytes=100-199" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  });

  await test.step("hidden by her, it is on no list, and still the fan's", async () => {
    const { page, words } = model;
    await page.getByRole("button", { name: `${words("studio_item_hide")}: ${title}` }).click();
    await expect(page.getByRole("button", { name: `${words("studio_item_show")}: ${title}` })).toBeVisible();
    await visitPage(fan.page, "/videos");
    await search(fan, "videos").fill(title);
    await expect(fan.page.getByRole("heading", { name: fan.words("content_videos_no_match") })).toBeVisible();
    await visitPage(fan.page, "/my-videos");
    await fan.page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
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

test("R-CONTENT-03, R-CONTENT-07, R-CONTENT-08, R-OPEN-86, R-AMB-71: a post opens with its text and is found among the fan's posts by a search of their own", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const [model, fan] = [await visit(), await visit({ locale: "es-CO" })];
  await signInQuietly(model, "greta");
  const title = newTitle("Rests");
  const id = await publish(model, { kind: "post", title, price: 30, body: "Start with the rests." });
  await fanWithTokens(fan);
  const { page, words } = fan;
  await visitPage(page, `/allposts/${id}`);
  await expect(page.getByText(words("content_body_locked"))).toBeVisible();
  await expect(page.getByText("Start with the rests.")).toHaveCount(0);
  await unlock(fan, 30).click();
  await expect(page.getByText("Start with the rests.")).toBeVisible();
  await expect(page.getByRole("img", { name: title })).toBeVisible();
  await visitPage(page, "/my-videos");
  await expect(page.getByRole("heading", { name: words("my_videos_empty_title") })).toBeVisible();
  await page.getByRole("tab", { name: words("nav_posts") }).click();
  await expect(page).toHaveURL(/\/my-videos\?tab=posts$/);
  const mine = page.getByRole("tabpanel").getByRole("link", { name: new RegExp(`^${title}`) });
  await expect(mine).toBeVisible();
  const field = page.getByRole("textbox", { name: words("purchases_search_posts") });
  await field.fill("nothing like it");
  await expect(page.getByRole("heading", { name: words("content_posts_no_match") })).toBeVisible();
  await field.fill(title.toUpperCase());
  await expect(mine).toBeVisible();
  const asked = page.waitForResponse(/\/api\/get-chat-purchased-content/);
  await page.getByRole("tab", { name: words("purchases_chat") }).click();
  expect((await asked).status()).toBe(200);
  await expect(page.getByRole("textbox", { name: words("purchases_search_chat") })).toHaveValue("");
  await expect(page.getByRole("heading", { name: words("my_videos_empty_title") })).toBeVisible();
});

test("R-CONTENT-10, R-AUTH-36, R-PAY-03: a guest is asked to log in, comes back to the item, and tops up when tokens are too few", async ({
  visit,
}) => {
  const [model, guest] = [await visit(), await visit()];
  await signInQuietly(model, "greta");
  const id = await publish(model, { kind: "video", title: newTitle("Night set"), price: 40 });
  const { page, words } = guest;
  const { login, password } = await signUpQuietly(guest);
  await page.context().clearCookies({ name: /token|fan_id/ });
  await visitPage(page, `/videos/${id}`);
  await page.getByRole("link", { name: words("content_login_to_unlock") }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel(words("auth_user")).fill(login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page).toHaveURL(new RegExp(`/videos/${id}$`));
  await expect(page.getByText(words("tip_too_few", { count: 40, amount: 40 }))).toBeVisible();
  await page.getByRole("button", { name: words("tip_top_up") }).click();
  await expect(
    page.getByRole("dialog").getByText(words("pay_reason_needed", { needed: 40, balance: 0 })),
  ).toBeVisible();
});

test("R-OPEN-100: a film that does not come says so, and plays when it is tried again", async ({ visit }) => {
  const [model, fan] = [await visit(), await visit({ locale: "es-CO" })];
  await signInQuietly(model, "greta");
  const id = await publish(model, { kind: "video", title: newTitle("Gift"), price: 0 });
  const { page, words } = fan;
  fan.problems.expect(/503|ERR_FAILED/);
  await signUpQuietly(fan);
  await page.route(/\.mp4/, (route) => route.fulfill({ status: 503 }));
  await visitPage(page, `/videos/${id}`);
  await expect(page.getByText(words("content_source_failed"))).toBeVisible();
  await page.unroute(/\.mp4/);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("common_retry") })
    .click();
  const film = page.locator("video");
  await film.evaluate((video) => (video as HTMLVideoElement).play());
  await expect
    .poll(() => film.evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.2);
});

for (const [kind, path] of [
  ["videos", "/videos"],
  ["posts", "/allposts"],
] as const)
  test(`R-ROUTE-03, R-ROUTE-04, R-LIST-03, R-LIST-04, R-LIST-16, R-NAV-03: ${path} is found by the menu, searched, filtered by gender, and says when it cannot be had`, async ({
    visit,
  }) => {
    const guest = await visit();
    const { page, words } = guest;
    guest.problems.expect(/503/);
    await visitPage(page, "/");
    const menu = page.getByRole("navigation", { name: words("nav_main") });
    await menu.getByRole("link", { name: words(`nav_${kind}`) }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1, name: words(`nav_${kind}`) })).toBeVisible();
    const asked = page.waitForRequest(new RegExp(`/api/${kind}-all\\?.*gender=2`));
    await page
      .getByRole("group", { name: words("nav_gender") })
      .getByRole("radio")
      .nth(1)
      .check();
    expect(new URL((await asked).url()).searchParams.get("page")).toBe("1");
    await search(guest, kind).fill("nothing is called like this");
    await expect(page.getByRole("heading", { name: words(`content_${kind}_no_match`) })).toBeVisible();
    await page.getByRole("button", { name: words("home_clear_search") }).click();
    await expect(search(guest, kind)).toHaveValue("");
    await page.route(new RegExp(`/api/${kind}-all`), (route) =>
      route.fulfill({ status: 503, json: { message: "Not now.", code: "unavailable" } }),
    );
    await search(guest, kind).fill("x");
    const retry = page.getByRole("main").getByRole("button", { name: words("common_retry") });
    await expect(retry).toBeVisible();
    await page.unroute(new RegExp(`/api/${kind}-all`));
    await retry.click();
    await expect(retry).toHaveCount(0);
  });

test("R-NAV-13: phones have a navbar of three places, two of them for guests", async ({ visit }) => {
  const viewport = { width: 390, height: 800 };
  const [guest, fan] = [await visit({ viewport }), await visit({ viewport })];
  await signInQuietly(fan, "guestfan");
  for (const [{ page, words }, keys] of [
    [guest, ["nav_rooms", "nav_videos"]],
    [fan, ["nav_rooms", "nav_videos", "nav_chat"]],
  ] as const) {
    await visitPage(page, "/videos");
    const tabs = page.getByRole("navigation", { name: words("nav_main") }).getByRole("link");
    await expect(tabs).toHaveCount(keys.length);
    for (const [at, key] of keys.entries()) await expect(tabs.nth(at)).toContainText(words(key));
  }
});

import { buyQuietly } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { bubble, writeTo } from "../inbox.ts";
import { subscribe } from "../own-money.ts";
import { bearer, shownBalance, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const model = { slug: "marisol", name: "Marisol" };
const { slug, name } = model;

type Item = { id: number; title: string; price: number; access: string };

/** A post that has to be bought, for not more than this; the demo world writes its posts while the product runs. */
async function postForSale(fan: Visitor, tokensMax: number): Promise<Item> {
  let found: Item | undefined;
  await expect(async () => {
    const answer = await fan.page.request.get("/api/posts-all", { headers: await bearer(fan) });
    const { data } = (await answer.json()) as { data: Item[] };
    found = data.find(({ price, access }) => access === "locked" && price > 0 && price <= tokensMax);
    expect(found, "a post is for sale").toBeDefined();
  }).toPass();
  return found as Item;
}

test("R-ROLE-02, R-ROLE-06, R-SUB-16, R-PROFILE-08, R-LIVE-13: a fan subscribes, keeps a model, tips and writes to them, buys a post and finds what they bought", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  await signUpQuietly(fan);
  await buyQuietly(fan, 500);
  await visitPage(page, `/${slug}`);
  await test.step("subscribes", () => subscribe(fan, model));
  await test.step("keeps the model among the favourites", async () => {
    const heart = page.getByRole("main").getByRole("button", { name: words("home_favourite", { name }) });
    // Shown at once, before it is kept.
    const kept = page.waitForResponse(/liked-model/);
    await heart.first().click();
    await expect(heart.first()).toHaveAttribute("aria-pressed", "true");
    expect((await kept).status()).toBe(200);
  });
  await test.step("tips", async () => {
    const before = Number(await shownBalance(fan).textContent());
    await page.getByRole("button", { name: words("profile_tip") }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: words("tip_amount_label") }).fill("3");
    await sheet.getByRole("button", { name: words("tip_send", { count: 3, amount: 3 }) }).click();
    await expect(page.getByText(words("tip_toast", { count: 3, amount: 3, name }))).toBeVisible();
    await expect(shownBalance(fan)).toHaveText(String(before - 3));
  });
  await test.step("chats", async () => {
    await page.getByRole("button", { name: words("inbox_message_to", { name }) }).click();
    await writeTo(fan, name, "when do you play next?");
    await expect(bubble(fan, "when do you play next?")).toHaveCount(1);
  });
  await test.step("buys a post and finds it again", async () => {
    const { id, title, price } = await postForSale(fan, 100);
    await visitPage(page, `/allposts/${id}`);
    await page
      .getByRole("button", { name: words("content_unlock", { count: price, amount: price }) })
      .click();
    await expect(page.getByText(words("content_bought", { count: price, amount: price }))).toBeVisible();
    await visitPage(page, "/my-videos?tab=posts");
    await expect(
      page.getByRole("main").getByRole("link", { name: new RegExp(`^${escaped(title)}`) }),
    ).toBeVisible();
  });
});

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

import { expect } from "@playwright/test";
import { buyTokens } from "./checkout.ts";
import { newcomer, shownBalance, signInQuietly, signUp, statementOf } from "./people.ts";
import { chatOf, expectMovingPicture, roomCard, postMessage, tip, tipLine } from "./room.ts";
import { studioFigure, studioTips } from "./studio.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const bought = 500;
const tipped = 40;
const noteOf = (login: string) => `for the next song, ${login}`;

/** A guest finds a live room, wants in, is asked to sign in and signs up instead; the room opens after that. */
export async function comeIn(fan: Visitor, slug: string): Promise<string> {
  const { page, words } = fan;
  await visitPage(page, "/");
  const card = roomCard(fan, slug);
  await expect(card).toHaveAttribute("data-mode", "live");
  await expect
    .poll(() => card.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await card.getByRole("link").click();
  await expect(page).toHaveURL(/\/login/);
  const { artisticName: name } = (await (await page.request.get(`/api/model-profile/${slug}`)).json()) as {
    artisticName: string;
  };
  await expect(page.getByRole("heading", { name: words("auth_intent_watch", { name }) })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: words("auth_sign_up") })
    .click();
  const { login } = await signUp(fan, newcomer());
  await expect(page).toHaveURL(new RegExp(`/stream/${slug}$`));
  await expectMovingPicture(page);
  await expect(shownBalance(fan)).toHaveText("0");
  return login;
}

/** The model in their studio reads what the fan posts, and once; how soon is measured by the benchmark of the chat. */
export async function talk(fan: Visitor, model: Visitor, slug: string, text: string): Promise<void> {
  await signInQuietly(model, slug);
  await visitPage(model.page, "/model/update-model-profile");
  await postMessage(fan, text);
  await expect(chatOf(model).getByText(text)).toHaveCount(1);
  await expect(chatOf(fan).getByText(text)).toHaveCount(1);
}

/** Buys, tips, and checks that fan, room, studio and ledger agree. */
export async function payAndTip(fan: Visitor, model: Visitor, login: string): Promise<void> {
  const note = noteOf(login);
  const earnedBefore = await studioFigure(model, "studio_balance");

  await buyTokens(fan, { tokens: bought });
  await expect(shownBalance(fan)).toHaveText(String(bought));
  await tip(fan, tipped, note);

  await expect(shownBalance(fan)).toHaveText(String(bought - tipped));
  await expect(tipLine(fan, note)).toContainText(String(tipped));
  await expect(tipLine(model, note)).toContainText(login);
  await expect(studioTips(model).filter({ hasText: note })).toContainText(String(tipped));
  await expect.poll(() => studioFigure(model, "studio_balance")).toBe(earnedBefore + tipped);
  const rows = (await statementOf(fan)).map(({ tokens, balance_after }) => ({ tokens, balance_after }));
  expect(rows).toEqual([
    { tokens: -tipped, balance_after: bought - tipped },
    { tokens: bought, balance_after: bought },
  ]);
}

/** All that stands there still after both pages have been loaded again. */
export async function loadAgain(fan: Visitor, model: Visitor, login: string): Promise<void> {
  const earned = await studioFigure(model, "studio_balance");
  await fan.page.reload();
  await expectMovingPicture(fan.page);
  await expect(shownBalance(fan)).toHaveText(String(bought - tipped));
  await expect(tipLine(fan, noteOf(login))).toContainText(String(tipped));
  await model.page.reload();
  await expect.poll(() => studioFigure(model, "studio_balance")).toBe(earned);
}

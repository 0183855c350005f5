import { expect, test } from "./fixtures.ts";
import { roomCard } from "./room.ts";
import { visitPage } from "./visitor.ts";

test("R-OPEN-89: a fresh browser is asked for its owner's age once, before any content but legal pages", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO", firstVisit: true });
  const { page, words } = guest;
  const question = page.getByRole("dialog", { name: words("age_title") });
  await visitPage(page, "/privacy-policy");
  await expect(question).toHaveCount(0);
  await page
    .getByRole("banner")
    .getByRole("link", { name: words("nav_home") })
    .click();
  await expect(question).toBeVisible();
  await question.getByRole("link", { name: words("legal_terms_of_service") }).click();
  await expect(page).toHaveURL(/\/terms-of-service$/);
  await expect(question).toHaveCount(0);

  await visitPage(page, "/");
  await expect(question).toBeVisible();
  await expect(question.getByRole("link", { name: words("age_leave") })).toHaveAttribute("href", /^https:/);
  const enter = question.getByRole("button", { name: words("age_confirm") });
  await expect(enter).toBeFocused();
  // The page behind can be neither reached by keyboard nor pressed.
  for (let tabs = 0; tabs < 8; tabs++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[inert]") === null)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.evaluate("window.sameDocument = true");
  await enter.click();
  await expect(question).toHaveCount(0);
  expect(await page.evaluate("window.sameDocument")).toBe(true);
  await expect(roomCard(guest, "aria")).toBeVisible();
  await page.reload();
  await expect(roomCard(guest, "aria")).toBeVisible();
  await expect(question).toHaveCount(0);
  await visitPage(await guest.newTab(), "/login");
  await expect(question).toHaveCount(0);
});

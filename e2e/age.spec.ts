import { expect, test } from "./fixtures.ts";
import { roomCard } from "./room.ts";
import { ADULT_COOKIE, visitPage } from "./visitor.ts";

const legalPages = [
  "/terms-of-service",
  "/privacy-policy",
  "/usc-2257",
  "/creator-agreement",
  "/content-removal",
];

test("R-OPEN-89: a fresh browser is asked for its owner's age once, before any content", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO", firstVisit: true });
  const { page, words } = guest;
  await visitPage(page, "/");
  const question = page.getByRole("dialog", { name: words("age_title") });
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

test("R-OPEN-89: the legal pages are read without an answer; going on from them asks", async ({ visit }) => {
  const guest = await visit({ firstVisit: true });
  const { page, words } = guest;
  const question = page.getByRole("dialog", { name: words("age_title") });
  for (const path of legalPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(question).toHaveCount(0);
  }
  await visitPage(page, "/privacy-policy");
  await page
    .getByRole("banner")
    .getByRole("link", { name: words("nav_home") })
    .click();
  await expect(question).toBeVisible();
  await question.getByRole("link", { name: words("legal_terms_of_service") }).click();
  await expect(page).toHaveURL(/\/terms-of-service$/);
  await expect(question).toHaveCount(0);
});

test("R-OPEN-89: without any script the question is asked, answered and remembered, and leads to the page wanted", async ({
  visit,
}) => {
  const guest = await visit({ firstVisit: true, javaScriptEnabled: false });
  const { page, words } = guest;
  // Without scripts the browser gives up the scripts that were to be loaded ahead, and calls that a policy.
  guest.problems.expect(/request failed: csp \(GET \S+\/assets\/\S+\.js\)/);
  await page.goto("/register?referrer=7");
  const question = page.getByRole("dialog", { name: words("age_title") });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: words("age_confirm") }).click();
  await expect(page).toHaveURL(/\/register\?referrer=7$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(question).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === ADULT_COOKIE)?.value).toBe("1");
});

test("R-OPEN-89: every page carries the label that parents' filters look for", async ({ visit, request }) => {
  const label = "RTA-5042-1996-1400-1577-RTA";
  const guest = await visit();
  guest.problems.expect(/404/);
  for (const path of ["/", "/login", "/terms-of-service", "/no/such/page"]) {
    expect((await request.get(path)).headers().rating, path).toBe(label);
    await guest.page.goto(path);
    await expect(guest.page.locator('meta[name="rating"]')).toHaveAttribute("content", label);
  }
});

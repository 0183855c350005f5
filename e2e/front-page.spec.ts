import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { wordsIn } from "#testing/pages/words.ts";
import { expect, test } from "./fixtures.ts";
import { restingFooter } from "./footer.ts";
import { holdScripts } from "./hold-scripts.ts";
import { signInQuietly } from "./people.ts";
import { visitPage } from "./visitor.ts";

/**
 * The bytes that the front page loads now, without the 3 KB of hashes in the names of files; 135 KB is the aim
 * (docs/decisions/0006-libraries-as-they-are-published.md).
 */
const budgetBytes = 168_800;

test("the front page loads no more script unasked than its budget, on phones and on desktops, and its styles once", async ({
  visit,
  request,
}) => {
  for (const width of [390, 1440]) {
    const { page } = await visit({ viewport: { width, height: 900 } });
    const addresses = new Set<string>();
    page.on("request", (asked) => asked.resourceType() === "script" && addresses.add(asked.url()));
    await visitPage(page, "/");
    await page.waitForLoadState("networkidle");
    const scripts = await Promise.all([...addresses].map(async (url) => (await request.get(url)).text()));
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(withoutHashes(script)).length, 0);
    expect(bytes, `at ${width} px`).toBeLessThanOrEqual(budgetBytes);
    // A style sheet that comes twice is applied twice: the whole page is laid out again.
    const sheets = await page.evaluate(() =>
      [...document.styleSheets].map(({ href }) => href?.split("#")[0]),
    );
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets, `at ${width} px`).toEqual([...new Set(sheets)]);
  }
});

test("R-NAV-06, R-I18N-02, R-I18N-03, R-I18N-04, R-I18N-05: theme and language answer the first press on them; all words change, and the footer leads on, without a reload", async ({
  visit,
  request,
}) => {
  const guest = await visit({ locale: "en-GB" });
  const { page, words } = guest;
  const answer = await request.get("/api/gender");
  const { data } = (await answer.json()) as { data: { name_en: string; name_es: string }[] };
  const gender = data.find(({ name_en, name_es }) => name_en !== name_es);
  const terms = await request.get("/api/terms-of-service");
  const texts = (await terms.json()) as Record<"en" | "es", { title: string }>;
  const spanish = wordsIn("es");
  const html = page.locator("html");
  await visitPage(page, "/");
  await page.getByRole("button", { name: words("nav_theme_light") }).focus();
  await page.keyboard.press("Enter");
  await expect(html).toHaveAttribute("data-theme", "light");
  await expect(page.getByRole("button", { name: words("nav_theme_dark") })).toBeFocused();

  await visitPage(page, "/");
  await markDocument(page);
  await expect(html).toHaveAttribute("lang", "en");
  const genders = page.getByRole("group", { name: words("nav_gender") });
  await expect(genders).toContainText(gender?.name_en ?? "");
  await page.getByRole("button", { name: words("nav_language_is", { name: "English" }) }).click();
  await expect(page.locator("button[lang]")).toHaveText(["English", "Español"]);
  await page.locator("button[lang=es]").click();
  await expect(html).toHaveAttribute("lang", "es");
  await expect(page.getByRole("link", { name: spanish("nav_register") }).first()).toBeVisible();
  await expect(page.getByText(gender?.name_es ?? "", { exact: true }).first()).toBeVisible();
  expect(await page.evaluate("localStorage.lang")).toBe("es");
  const footer = await restingFooter({ ...guest, words: spanish });
  await footer.getByRole("link", { name: spanish("legal_terms_of_service") }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(texts.es.title);
  await page.getByRole("button", { name: spanish("nav_language_is", { name: "Español" }) }).click();
  await page.locator("button[lang=en]").click();
  await expect(title).toHaveText(texts.en.title);
  await footer.getByRole("link", { name: words("footer_become_model") }).click();
  await expect(page).toHaveURL(/\/register\?model=true$/);
  await footer.getByRole("link", { name: words("legal_privacy_policy") }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/register\?model=true$/);
  expect(await isSameDocument(page)).toBe(true);
  await page.reload();
  await expect(html).toHaveAttribute("lang", "en");
  await expect(html).toHaveAttribute("data-theme", "light");
});

test("R-NAV-04: the balance stands still from the first paint on, and a press on it before the page is alive opens the checkout once", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(watchHeader);
  for (const path of ["/", "/settings"]) {
    const letScriptsCome = await holdScripts(fan);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByTestId("balance")).toBeVisible();
    const alive = page.waitForEvent("websocket");
    await page.getByRole("button", { name: words("nav_buy_tokens") }).click();
    letScriptsCome();
    await alive;
    const checkout = page.getByRole("dialog");
    await expect(checkout).toBeVisible();
    await page.locator("[role=dialog]:focus-within").press("Escape");
    await expect(checkout).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    const seen = await page.evaluate<HeaderWatch>("headerWatch");
    expect({ gaps: seen.gaps, dialogs: seen.dialogs }, path).toEqual({ gaps: [], dialogs: 1 });
    // The font's arrival may move it by a hair.
    const places = `${path}: ${[...new Set(seen.places)].join(" ")}`;
    expect(seen.places.length, path).toBeGreaterThan(1);
    expect(Math.max(...seen.places) - Math.min(...seen.places), places).toBeLessThanOrEqual(2);
  }
});

/**
 * A script as it is but for the hashes in the names of the files that it loads. The list of routes has hundreds, so that
 * each change to any of them compresses a little differently: ± 25 bytes that say nothing of what the page loads.
 */
function withoutHashes(script: string): string {
  return script.replaceAll(/-[\w-]{8}(?=\.(?:js|css)\b)/g, "-00000000");
}

type HeaderWatch = { gaps: string[]; places: number[]; dialogs: number };

/** Notes in the page when balance or menu of the person are missing once they were there, where the balance stands, and each dialog. */
function watchHeader(): void {
  const watch: HeaderWatch = { gaps: [], places: [], dialogs: 0 };
  Object.assign(window, { headerWatch: watch });
  let shown = false;
  // The menu that the browser opens by itself is on every page, closed.
  const opened = "[role=dialog]:not([popover]), :has([role=dialog]:not([popover]))";
  const record = (changes: MutationRecord[]) => {
    const balance = document.querySelector("header [data-testid=balance]");
    const menu = document.querySelector("header li[role=presentation]");
    shown ||= balance !== null && menu !== null;
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.matches(opened)) watch.dialogs++;
    if (!shown) return;
    if (!balance || !menu) watch.gaps.push(`${balance ? "menu" : "balance"} at ${performance.now()} ms`);
    // Even the stand-in of our font takes a moment to load; what is laid out before is in the machine's own, wider one.
    const hasFace = ["Inter Variable", "Inter Fallback"].some((face) =>
      document.fonts.check(`16px "${face}"`),
    );
    if (document.readyState !== "loading" && hasFace)
      watch.places.push(balance?.getBoundingClientRect().left ?? -1);
  };
  new MutationObserver(record).observe(document, { childList: true, subtree: true, attributes: true });
}

const markDocument = (page: Page) => page.evaluate("window.sameDocument = true");
const isSameDocument = (page: Page) => page.evaluate("window.sameDocument === true");

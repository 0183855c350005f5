import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signInQuietly } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 720 },
];
/** The most that a page may jump by while it loads, as the Layout Instability API counts it: a fifth of "good". */
const shiftMax = 0.01;

type Shift = { value: number; moved: string[] };
type Watched = typeof globalThis & { layoutShifts: () => Shift[] };

/** Counts, in each document of the page, what moves without a press. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const seen: Shift[] = [];
    const take = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : "text",
        );
        if (!hadRecentInput) seen.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    (globalThis as Watched).layoutShifts = () => {
      take(observer.takeRecords());
      return seen;
    };
  });
}

/** What has jumped since this was asked last. */
const jumped = async (page: Page, what: string) => {
  const shifts = await page.evaluate(() => (globalThis as Watched).layoutShifts().splice(0));
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect.soft(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(shiftMax);
};

/** Opens the page at each size and waits until all of it is there; it has jumped nowhere. */
async function expectStill({ page }: Visitor, path: string, isThere: (page: Page) => Promise<void>) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visitPage(page, path);
    await isThere(page);
    await page.evaluate(() => document.fonts.ready);
    await jumped(page, `${path} at ${size.width} px`);
  }
}

const isHeaded = (page: Page) => expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
const isPlaying = (page: Page) =>
  expect(page.locator("[data-stage] video[data-phase]")).toHaveAttribute("data-phase", "playing");

test("R-UI-02, R-UI-04: nothing jumps while the front page, a profile, a room, a wall or the studio load, on phones and screens", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const [guest, fan, model] = [await visit(), await visit(), await visit()];
  for (const { page } of [guest, fan, model]) await watchShifts(page);
  await test.step("for a guest", async () => {
    for (const path of ["/", "/aria", "/videos"]) await expectStill(guest, path, isHeaded);
  });
  await test.step("for a fan", async () => {
    await signInQuietly(fan, "nico");
    await expectStill(fan, "/stream/luna", isPlaying);
    // Nobody broadcasts there: the stage stands alone.
    fan.problems.expect(/409/);
    await expectStill(fan, "/stream/vera", isHeaded);
    await expectStill(fan, "/stream/wall/aria,chiara", isHeaded);
  });
  await test.step("for a model", async () => {
    await signInQuietly(model, "luna");
    for (const path of ["/model/update-model-profile", "/model/earnings", "/model/videos"])
      await expectStill(model, path, isHeaded);
  });
});

test("R-UI-02, R-UI-04: nothing jumps when a show begins or ends, on phones and screens", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const fan = await visit();
  const { page, words } = fan;
  await watchShifts(page);
  await signInQuietly(fan, "nico");
  for (const size of sizes) {
    await page.setViewportSize(size);
    const at = `at ${size.width} px`;
    await visitPage(page, "/stream/chiara?show=private");
    const ask = page.getByRole("dialog").getByRole("button", { name: words("consent_ask_private") });
    await isPlaying(page);
    await expect(ask).toBeVisible();
    await jumped(page, `a room ${at}`);
    await ask.click();
    const meter = page.getByRole("region", { name: words("show_label") }).filter({ visible: true });
    await expect(meter).toBeVisible({ timeout: 30_000 });
    // Once it counts, all of the show is there.
    await expect(meter.getByRole("timer")).toHaveText(/00:0[2-9]/, { timeout: 30_000 });
    await jumped(page, `the beginning of a show ${at}`);
    await meter.getByRole("button", { name: words("show_end") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("leave_confirm") })
      .click();
    await expect(
      page.getByRole("dialog", { name: words("show_over_title", { name: "Chiara" }) }),
    ).toBeVisible();
    await isPlaying(page);
    await jumped(page, `the end of a show ${at}`);
  }
});

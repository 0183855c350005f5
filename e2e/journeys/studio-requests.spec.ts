import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { bearer, signInQuietly, signUpListedModel } from "../people.ts";
import { openStudioPage } from "../studio.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A request is to be answered within this long by somebody who was elsewhere in the studio. */
const answerMsMax = 5_000;
const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Asks for a private show beside the page; answers the id of the request. */
async function askForShow(fan: Visitor, login: string): Promise<number> {
  const { request } = fan.page;
  const headers = await bearer(fan);
  const { id: model_id } = (await (await request.get(`/api/model-profile/${login}`)).json()) as {
    id: number;
  };
  const asked = await request.post("/api/fan/show-requests", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { model_id, mode: "private", rate: 60 },
  });
  expect(asked.status(), "the request goes out").toBe(201);
  return ((await asked.json()) as { id: number }).id;
}

const stateOf = async (fan: Visitor, id: number) => {
  const answer = await fan.page.request.get(`/api/fan/show-requests/${id}`, { headers: await bearer(fan) });
  return ((await answer.json()) as { state: string }).state;
};

/** Scrolls everything that scrolls on the page to its end, as somebody who looks for what stands last. */
const scrollToEnd = (page: Page) =>
  page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll("main, main *")])
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight;
  });

/** How far things on the page have moved by themselves since it was asked first. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const kept = window as Window & { shifts?: { sum: number } };
    if (!kept.shifts) {
      const shifts = { sum: 0 };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.sum += entry.value;
      }).observe({ type: "layout-shift" });
      kept.shifts = shifts;
    }
    return kept.shifts.sum;
  });

test("R-LIVE-31: a model answers a request within five seconds at the end of each page of the studio, on a laptop and on a phone, and nothing moves", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const [model, fan] = [await visit(), await visit()];
  const { page, words } = model;
  const { login } = await signUpListedModel(model);
  await signInQuietly(fan, "nico");
  await visitPage(page, "/model/update-model-profile");
  const encoder = await goLiveByEncoder(model, login);
  const dock = page.getByRole("region", { name: words("studio_requests") });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const name of ["studio_nav_live", "earnings_title", "studio_rates"]) {
      await openStudioPage(model, name);
      await expect(
        page
          .getByRole("navigation")
          .getByRole("link", { name: words(name) })
          .and(page.locator("[aria-current=page]:visible")),
      ).toBeVisible();
      await scrollToEnd(page);
      const before = await shiftsOf(page);
      const id = await askForShow(fan, login);
      const askedAt = Date.now();
      await dock.getByRole("button", { name: words("studio_request_decline_of", { name: "nico" }) }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: words("studio_request_decline"), exact: true })
        .click();
      await expect.poll(() => stateOf(fan, id), { intervals: [50] }).toBe("declined");
      expect(Date.now() - askedAt, `${name} at ${size.width}`).toBeLessThan(answerMsMax);
      expect((await shiftsOf(page)) - before, `shifts on ${name} at ${size.width}`).toBeLessThan(0.01);
      await expect(dock).toHaveCount(0);
    }
  }
  await test.step("while the tab is hidden, its title says who waits; the dock is accessible", async () => {
    await openStudioPage(model, "studio_nav_live");
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    });
    const id = await askForShow(fan, login);
    await expect(page).toHaveTitle(words("studio_alert_tab", { count: 1 }));
    await expectAccessible(page, "a request in the studio");
    await dock
      .getByRole("button", { name: words("studio_request_accept_of", { name: "nico", count: 60, rate: 60 }) })
      .click();
    await expect.poll(() => stateOf(fan, id)).toBe("accepted");
    await page.getByRole("button", { name: words("studio_show_end") }).click();
  });
  await encoder.stop();
});

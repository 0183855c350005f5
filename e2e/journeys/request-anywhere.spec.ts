import { randomUUID } from "node:crypto";
import { goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { bearer, signInQuietly } from "../people.ts";
import { openStudio, openStudioPage } from "../studio.ts";
import type { Visitor } from "../visitor.ts";

/** A model whom the demo keeps off the air. */
const slug = "clara";
const sizes = [
  { width: 1280, height: 800, pages: ["studio_rates", "earnings_title"] },
  { width: 360, height: 740, pages: ["studio_rates", "earnings_title"] },
];

/** Asks for a private show as the fan's page does, and answers the path of the request. */
async function askForShow(fan: Visitor): Promise<string> {
  const { request } = fan.page;
  const headers = await bearer(fan);
  const { id } = (await (await request.get(`/api/model-profile/${slug}`)).json()) as { id: number };
  const rates = (await (await request.get(`/api/model-rates?model_id=${id}`)).json()) as { private: number };
  const asked = await request.post("/api/fan/show-requests", {
    headers: { ...headers, "idempotency-key": randomUUID() },
    data: { model_id: id, mode: "private", rate: rates.private },
  });
  expect(asked.status(), await asked.text()).toBe(201);
  return `/api/fan/show-requests/${((await asked.json()) as { id: number }).id}`;
}

/** The model sees the request where they are, says no, and the fan is told so. */
async function declineInTime(model: Visitor, fan: Visitor, where: string): Promise<void> {
  const { page, words } = model;
  const path = await askForShow(fan);
  const decline = page.getByRole("button", { name: words("studio_request_decline_of", { name: "nico" }) });
  await expect(decline, where).toBeInViewport({ ratio: 1 });
  await decline.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("studio_request_decline") })
    .click();
  await expect(decline).toHaveCount(0);
  const request = await fan.page.request.get(path, { headers: await bearer(fan) });
  expect(await request.json()).toMatchObject({ state: "declined" });
}

test("R-LIVE-31, R-UI-02: a model at the end of any page of the studio sees a request in the window and answers it without scrolling, and is told of one by the title of a hidden tab", async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const model = await visit();
  const fan = await visit();
  const { page, words } = model;
  await signInQuietly(fan, "nico");
  await openStudio(model, slug);
  const encoder = await goLiveByEncoder(model, slug);
  for (const { pages, ...size } of sizes) {
    await page.setViewportSize(size);
    for (const name of ["studio_nav_live", ...pages]) {
      await openStudioPage(model, name);
      await scrollToEnd(model);
      await declineInTime(model, fan, `${name} at ${size.width} px`);
    }
  }
  await test.step("a hidden tab says so in its title", async () => {
    const before = await page.title();
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    });
    const path = await askForShow(fan);
    await expect(page).toHaveTitle(words("studio_alert_tab", { count: 1 }));
    const withdrawn = await fan.page.request.delete(path, { headers: await bearer(fan) });
    expect(withdrawn.status()).toBe(204);
    await expect(page).toHaveTitle(before);
  });
  await encoder.stop();
});

/** Scrolls the page, and every part of it that scrolls by itself, to its end. */
async function scrollToEnd({ page }: Visitor): Promise<void> {
  await page.evaluate(() => {
    for (const each of [document.documentElement, ...document.querySelectorAll("main, main *")])
      each.scrollTop = each.scrollHeight;
  });
}

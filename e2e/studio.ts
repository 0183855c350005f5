import { expect, type Locator } from "@playwright/test";
import { logIn } from "./people.ts";
import type { Visitor } from "./visitor.ts";

/** Signs a model of the demo world in; they land in their studio. */
export async function openStudio(visitor: Visitor, login: string): Promise<void> {
  await logIn(visitor, login);
  await expect(visitor.page).toHaveURL(/\/model\/update-model-profile$/);
  await expect(
    visitor.page.getByRole("region", { name: visitor.words("studio_this_broadcast") }),
  ).toBeVisible();
}

/** One figure of the broadcast: `studio_earned`, `studio_tips` or `studio_balance`. */
export async function studioFigure({ page, words }: Visitor, key: string): Promise<number> {
  const broadcast = page.getByRole("region", { name: words("studio_this_broadcast") });
  const name = broadcast.getByRole("term").filter({ hasText: new RegExp(`^${words(key)}$`) });
  const value = await name.locator("xpath=following-sibling::dd").textContent();
  // Its money stands behind it.
  return Number(value?.split("$", 1)[0]?.replace(/\D/g, ""));
}

/** The tips of the broadcast as the studio lists them, newest first. */
export function studioTips({ page, words }: Visitor): Locator {
  return page.getByRole("list", { name: words("studio_tips_list") }).getByRole("listitem");
}

/** Turns the browser's camera on; nobody sees it yet. */
export async function turnCameraOn({ page, words }: Visitor): Promise<void> {
  await page.getByRole("button", { name: words("studio_camera_turn_on") }).click();
  const preview = page.getByRole("region", { name: words("studio_preview") }).locator("video");
  await expect
    .poll(() => preview.evaluate((video) => (video as HTMLVideoElement).videoWidth))
    .toBeGreaterThan(0);
}

/** Puts the camera on air, taking the room over if another encoder has it. */
export async function goLive({ page, words }: Visitor): Promise<void> {
  const start = page.getByRole("button", {
    name: new RegExp(`^(${words("studio_go_live")}|${words("studio_take_over")})$`),
  });
  await start.click();
  await expect(page.getByRole("button", { name: words("studio_end"), exact: true })).toBeVisible();
}

/** Ends the stream and confirms it. */
export async function endStream({ page, words }: Visitor): Promise<void> {
  await page.getByRole("button", { name: words("studio_end"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("studio_end"), exact: true })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Goes to another page of the studio by its navigation: the broadcast goes on. */
export async function openStudioPage({ page, words }: Visitor, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: words("studio_title") })
    .filter({ visible: true })
    .getByRole("link", { name: new RegExp(`^${words(name)}`) })
    .click();
}

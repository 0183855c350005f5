import type { StudioShows } from "#contract/shows.ts";
import { expectAccessible } from "../accessibility.ts";
import { type Encoder, goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { confirmElsewhere } from "../mailbox.ts";
import { bearer, newcomer, signInQuietly, signUpQuietly } from "../people.ts";
import { expectMovingPicture } from "../room.ts";
import { openStudioPage } from "../studio.ts";
import { type Visitor, visitPage } from "../visitor.ts";

async function promosOf(model: Visitor): Promise<StudioShows["promos"]> {
  const answer = await model.page.request.get("/api/studio/shows", { headers: await bearer(model) });
  return ((await answer.json()) as StudioShows).promos;
}

test("R-OPEN-80, R-OPEN-81, R-LIVE-39, R-ROUTE-24: a model gives a fan free minutes: made, waited for, watched alone, ended, kept", async ({
  visit,
}) => {
  const [model, fan] = [await visit(), await visit({ locale: "es-CO" })];
  // The demo keeps this model off the air.
  const slug = "priya";
  await signInQuietly(model, slug);
  const account = newcomer();
  const panel = model.page.getByRole("region", { name: model.words("studio_shows"), exact: true });

  await test.step("the model makes a link for the fan's email", async () => {
    await visitPage(model.page, "/model/rates");
    await panel.getByRole("button", { name: model.words("studio_promo_new") }).click();
    await model.page.getByLabel(model.words("studio_promo_email")).fill(account.email);
    await model.page.getByRole("button", { name: model.words("studio_promo_make") }).click();
    await expect(panel.getByText(account.email)).toBeVisible();
  });
  let encoder: Encoder | undefined;
  const [promo] = await promosOf(model);
  const link = new URL(promo?.url ?? "").pathname;

  await test.step("the fan opens it signed out, signs up, confirms the email and reads that the model has not started", async () => {
    await visitPage(fan.page, link);
    await expect(fan.page).toHaveURL(/\/login$/);
    await signUpQuietly(fan, account);
    fan.problems.expect(/403/);
    await visitPage(fan.page, link);
    await expect(fan.page.getByRole("alertdialog")).toContainText(/Confirma tu correo/);
    await confirmElsewhere(await visit(), account.email);
    const away = fan.page.getByRole("heading", { level: 1 });
    await expect(away).toContainText(slug, { ignoreCase: true });
    await expect(fan.page.getByText(fan.words("promo_away_text"))).toBeVisible();
    await expectAccessible(fan.page, "a promo that waits");
    await expect(fan.page.getByRole("contentinfo")).toHaveCount(0);
  });

  await test.step("the model goes live, sees the fan wait, and starts", async () => {
    encoder = await goLiveByEncoder(model, slug);
    await expect(fan.page.getByText(fan.words("promo_waiting_text"))).toBeVisible();
    const start = model.words("studio_promo_start_for").replace("{name}", account.login);
    await panel.getByRole("button", { name: start }).click();
    const alone = model.words("studio_show_with").replace("{name}", account.login);
    await openStudioPage(model, "studio_nav_live");
    await expect(model.page.getByRole("region", { name: alone })).toBeVisible();
  });

  await test.step("the fan watches the model alone, with the remaining time on screen", async () => {
    await expectMovingPicture(fan.page);
    const meter = fan.page.getByRole("region", { name: fan.words("show_label") }).filter({ visible: true });
    await expect(meter.getByRole("timer")).toHaveText(/^0[0-4]:\d\d$/);
    await expect(meter).not.toHaveAttribute("data-paused", /.+/);
    const outsider = await visit();
    await signInQuietly(outsider, "nico");
    await visitPage(outsider.page, `/stream/${slug}`);
    await expect(outsider.page.getByText(outsider.words("room_not_started_text"))).toBeVisible();
  });

  await test.step("the model goes back to public; the fan reads what is kept, and waits again", async () => {
    await model.page.getByRole("button", { name: model.words("studio_show_end") }).click();
    const notice = fan.page.getByRole("dialog");
    await expect(notice).toContainText(/Te quedan 0[0-4]:\d\d/);
    await notice.getByRole("button", { name: fan.words("common_ok") }).click();
    await expect(fan.page.getByText(fan.words("promo_waiting_text"))).toBeVisible();
    const [kept] = await promosOf(model);
    expect(kept).toMatchObject({ state: "open" });
    expect(kept?.time_used).toBeGreaterThan(0);
    await encoder?.stop();
  });
});

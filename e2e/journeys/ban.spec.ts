import { expect, test } from "../fixtures.ts";
import { signInQuietly, signUpQuietly } from "../people.ts";
import { openRoom } from "../room.ts";
import { visitPage } from "../visitor.ts";

test("R-OPEN-73, R-LIVE-36, R-ROLE-11: a model bans a fan, who is out of the room at once, and lets them in again", async ({
  visit,
}) => {
  // The demo's model reads English, whatever their browser speaks.
  const [fan, model] = [await visit({ locale: "es-CO" }), await visit()];
  fan.problems.expect(/403/);
  const { login } = await signUpQuietly(fan);
  await openRoom(fan, "luna");
  await signInQuietly(model, "luna");
  await visitPage(model.page, "/model/update-model-profile");
  await model.page.getByRole("button", { name: model.words("studio_ban_fan", { name: login }) }).click();
  const dialog = model.page.getByRole("dialog");
  await dialog.getByRole("button", { name: model.words("studio_ban"), exact: true }).click();
  await expect(model.page.getByText(model.words("studio_ban_done", { name: login }))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect(fan.page.getByRole("heading", { name: fan.words("room_refused_title") })).toBeVisible();
  await expect(fan.page.locator("video")).toHaveCount(0);
  // The page navigates away on its own, and what was in the way of the room still stands there.
  await expect(fan.page).toHaveURL(/\/$/);
  await expect(
    fan.page.getByText("Esta modelo te ha bloqueado en su sala y sus chats.", { exact: true }),
  ).toBeVisible();
  await visitPage(fan.page, "/stream/luna");
  await expect(fan.page.getByRole("heading", { name: fan.words("room_refused_title") })).toBeVisible();

  await model.page.getByText(model.words("studio_banned", { count: 1 })).click();
  await model.page.getByRole("button", { name: model.words("studio_ban_lift_of", { name: login }) }).click();
  await expect(model.page.getByText(model.words("studio_ban_lifted", { name: login }))).toBeVisible();
  await openRoom(fan, "luna");
});

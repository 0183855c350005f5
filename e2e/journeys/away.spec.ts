import { expect, test } from "../fixtures.ts";
import { bearer, signInQuietly, signUpListedModel } from "../people.ts";
import { chatOf, expectMovingPicture, openRoom, openTipSheet } from "../room.ts";
import { goLive, turnCameraOn } from "../studio.ts";
import { visitPage } from "../visitor.ts";

test("R-LIVE-27, R-OPEN-75: in a room that pauses and stops nothing is asked in vain and nothing typed is lost", async ({
  visit,
}) => {
  const model = await visit();
  const fan = await visit();
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  const { login } = await signUpListedModel(model);
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await openRoom(fan, login);
  await expectMovingPicture(page);
  const studio = model.page.context().request;
  const headers = await bearer(model);
  await model.page.close();

  const text = "are you coming back?";
  const field = page.getByRole("textbox", { name: words("chat_input"), exact: true });
  await test.step("a fan who comes into the paused room reads that the model is back soon", async () => {
    await expect(page.getByRole("heading", { name: words("room_waiting_title") })).toBeVisible();
    await visitPage(page, `/stream/${login}`);
    await expect(page.getByRole("heading", { name: words("room_waiting_title") })).toBeVisible();
    await field.fill(text);
  });

  await test.step("when the stream has stopped, chat and tips show why nothing can be sent", async () => {
    expect((await studio.post("/api/studio/stop", { headers, data: {} })).status()).toBe(200);
    await expect(page.getByText(words("chat_stopped"))).toBeVisible();
    await expect(field).toHaveValue(text);
    await field.press("Enter");
    await expect(field).toHaveValue(text);
    const sheet = await openTipSheet(fan);
    await expect(sheet.getByRole("alert")).toHaveText(words("room_stopped_tip", { name: login }));
    await page.keyboard.press("Escape");
  });

  await test.step("when it goes on, the picture returns by itself and what was typed is sent", async () => {
    const again = { ...model, page: await model.newTab() };
    await visitPage(again.page, "/model/update-model-profile");
    await turnCameraOn(again);
    await goLive(again);
    const video = page.locator("[data-stage] video");
    await expect(video).toHaveAttribute("data-phase", "playing");
    await field.press("Enter");
    await expect(field).toHaveValue("");
    await expect(chatOf(fan).getByText(text)).toHaveCount(1);
  });
});

import { buyQuietly } from "../checkout.ts";
import { newcomer, signInQuietly, signUpListedModel, signUpQuietly } from "../people.ts";
import { decodedFrames, expectFrames } from "../room.ts";
import { visitPage } from "../visitor.ts";
import { expect, test } from "./fixtures.ts";
import { buy, expectBalance, expectPlays, openRoom, signIn, talk, tip } from "./person.ts";

const studio = "/model/update-model-profile";

test("R-LIVE-23, R-LIVE-25, R-LIVE-26, R-PAY-02: in Firefox a model goes live and gives a private show, and a fan signs in, watches, chats, buys and tips", async ({
  visit,
  inFirefox,
}) => {
  test.setTimeout(300_000);
  const [model, fan] = [await inFirefox("en"), await inFirefox("en")];
  const [elsewhere, other] = [await visit(), await visit()];
  const { login: slug, password } = await signUpListedModel(elsewhere);
  const { login, ...account } = await signUpQuietly(other, newcomer());

  await test.step("the model signs in and goes live with their camera", async () => {
    const { page, words } = model;
    await signIn(model, slug, password);
    await expect.poll(() => page.read(() => location.pathname)).toBe(studio);
    await page.press({ role: "button", name: words("studio_camera_turn_on") });
    await page.press({ role: "button", name: words("studio_go_live") });
    await page.see({ role: "button", name: words("studio_end") });
  });

  await test.step("a fan signs in, watches, chats, buys tokens and tips", async () => {
    await signIn(fan, login, account.password);
    const firstFrameMs = await openRoom(fan, slug);
    test
      .info()
      .annotations.push({ type: "first frame in Firefox, by WebRTC", description: `${firstFrameMs} ms` });
    await talk(fan, `hello from Firefox, ${login}`);
    await buy(fan, 500);
    await tip(fan, 40, `for the next song, ${login}`);
    await expectBalance(fan, 460);
    await expectPlays(fan);
  });

  await test.step("a fan in another browser has a private show with the model", async () => {
    await signInQuietly(other, login, account.password);
    await buyQuietly(other, 500);
    await visitPage(other.page, `/stream/${slug}?show=private`);
    await other.page
      .getByRole("dialog")
      .getByRole("button", { name: other.words("consent_ask_private") })
      .click();
    await model.page.press({ role: "button", name: `${login}.*\\d`, isPattern: true });
    await expectFrames(() => decodedFrames(other.page));
    const meter = other.page
      .getByRole("region", { name: other.words("show_label") })
      .filter({ visible: true });
    await expect(meter.getByRole("timer")).toHaveText(/00:0[3-9]/);
  });
});

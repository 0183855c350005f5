import { newcomer, signUpQuietly } from "../people.ts";
import { expect, test } from "./fixtures.ts";
import { buy, expectBalance, signIn, talk, tip } from "./person.ts";

test("R-AUTH-36, R-LIVE-25, R-PAY-02, R-PAY-33: in WebKit, which has no WebRTC, a fan reads Spanish, signs in, chats, buys tokens and tips", async ({
  visit,
  inWebKit,
}) => {
  const fan = await inWebKit("es");
  const { page, words } = fan;
  const elsewhere = await visit({ locale: "es-CO" });
  const { login, password } = await signUpQuietly(elsewhere, newcomer());

  await test.step("a fan signs in and is told why there is no picture", async () => {
    await signIn(fan, login, password);
    await fan.open("/stream/luna");
    await page.see({ role: "heading", name: words("picture_no_webrtc_title") });
  });

  await test.step("a show that could not be seen is not offered", async () => {
    await page.see({ role: "button", name: words("room_tip") });
    const offered = (text: string) =>
      [...document.querySelectorAll("[data-stage] button, [data-stage] a")].some((each) =>
        each.textContent.includes(text),
      );
    expect(await page.read(offered, words("room_private"))).toBe(false);
  });

  await test.step("the fan chats, buys tokens and tips", async () => {
    await talk(fan, `hola desde WebKit, ${login}`);
    await buy(fan, 500);
    await tip(fan, 40, `para la próxima, ${login}`);
    await expectBalance(fan, 460);
  });
});

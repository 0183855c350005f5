import { newcomer, signUpQuietly } from "../people.ts";
import { test } from "./fixtures.ts";
import {
  askPrivateShow,
  buy,
  expectBalance,
  expectPlays,
  expectShow,
  openRoom,
  signIn,
  talk,
  tip,
} from "./person.ts";

test("R-AUTH-36, R-LIVE-25, R-LIVE-26, R-PAY-02, R-PAY-33: in WebKit, which has no WebRTC, a fan reads Spanish, signs in, watches over HTTPS, chats, buys tokens, tips and has a private show", async ({
  visit,
  inWebKit,
}) => {
  const fan = await inWebKit("es");
  const elsewhere = await visit({ locale: "es-CO" });
  const { login, password } = await signUpQuietly(elsewhere, newcomer());

  await test.step("a fan signs in and watches", async () => {
    await signIn(fan, login, password);
    const firstFrameMs = await openRoom(fan, "luna");
    test
      .info()
      .annotations.push({ type: "first frame in WebKit, over HTTPS", description: `${firstFrameMs} ms` });
  });

  await test.step("the fan chats, buys tokens and tips", async () => {
    await talk(fan, `hola desde WebKit, ${login}`);
    await buy(fan, 500);
    await tip(fan, 40, `para la próxima, ${login}`);
    await expectBalance(fan, 460);
    await expectPlays(fan);
  });

  await test.step("the fan has a private show, whose seconds count as it is shown", async () => {
    await askPrivateShow(fan, "chiara");
    await expectShow(fan);
  });
});

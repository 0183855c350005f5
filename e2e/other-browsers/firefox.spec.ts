import { buyQuietly } from "../checkout.ts";
import { goLiveByEncoder } from "../encoder.ts";
import { newcomer, signInQuietly, signUpListedModel, signUpQuietly } from "../people.ts";
import { expect, test } from "./fixtures.ts";
import {
  askPrivateShow,
  buy,
  expectBalance,
  expectLine,
  expectPlays,
  expectShow,
  goLiveAs,
  openRoom,
  type Person,
  signIn,
  talk,
  tip,
} from "./person.ts";

/** The model accepts what this fan asks for, and once the show has counted for the fan, ends it. */
async function giveShow({ page, words }: Person, fan: Person, login: string): Promise<void> {
  await page.press({ role: "button", name: `${login}.*\\d`, isPattern: true });
  await expectShow(fan);
  await page.press({ role: "button", name: words("studio_show_end") });
  await expect.poll(() => fan.page.read(() => document.querySelector("[role=timer]") === null)).toBe(true);
}

test("R-LIVE-23, R-LIVE-25, R-LIVE-26, R-PAY-02: in Firefox a model goes live and gives a private show to a fan in Firefox, who watches, chats, buys and tips", async ({
  visit,
  inFirefox,
}) => {
  test.setTimeout(300_000);
  const [model, fan] = [await inFirefox("en"), await inFirefox("en")];
  const [elsewhere, besideFan] = [await visit(), await visit()];
  const { login: slug, password } = await signUpListedModel(elsewhere);
  const { login, ...account } = await signUpQuietly(besideFan, newcomer());

  await test.step("the model signs in and goes live with their camera", async () => {
    await goLiveAs(model, slug, password);
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

  await test.step("the fan has a private show with the model", async () => {
    await askPrivateShow(fan, slug);
    await giveShow(model, fan, login);
  });
});

test("R-LIVE-23, R-LIVE-25: a model in Firefox reads a fan in WebKit, which has no WebRTC, and gives them a private show", async ({
  visit,
  inFirefox,
  inWebKit,
}) => {
  test.setTimeout(300_000);
  const [model, webKit] = [await inFirefox("en"), await inWebKit("es")];
  // Accounts have the language of who opens them.
  const [elsewhere, besideWebKit] = [await visit(), await visit({ locale: "es-CO" })];
  const { login: slug, password } = await signUpListedModel(elsewhere);
  const guest = await signUpQuietly(besideWebKit, newcomer());
  await buyQuietly(besideWebKit, 500);
  await goLiveAs(model, slug, password);

  await test.step("a fan in WebKit, whose lines the model reads, has a private show with the model", async () => {
    await signIn(webKit, guest.login, guest.password);
    await openRoom(webKit, slug);
    const line = `hola desde WebKit, ${guest.login}`;
    await talk(webKit, line);
    await expectLine(model, line);
    await askPrivateShow(webKit, slug);
    await giveShow(model, webKit, guest.login);
  });
});

test("R-OPEN-60: Firefox, whose WebRTC has no H.264, plays a room of it over HTTPS", async ({
  visit,
  inFirefox,
}) => {
  const fan = await inFirefox("en");
  const model = await visit();
  // The demo sends this model's room in H.264, and here keeps them off the air.
  await signInQuietly(model, "noor");
  const encoder = await goLiveByEncoder(model, "noor");
  const { login, password } = await signUpQuietly(await visit(), newcomer());
  await signIn(fan, login, password);
  await openRoom(fan, "noor");
  const said = fan.words("room_latency_https");
  await expect.poll(() => fan.page.read((text) => document.body.textContent.includes(text), said)).toBe(true);
  await encoder.stop();
});

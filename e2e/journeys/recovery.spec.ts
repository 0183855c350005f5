import { buyTokens } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { bearer, shownBalance, signInQuietly, signUpQuietly } from "../people.ts";
import { engineOn } from "../processes.ts";
import { chatOf, expectMovingPicture, openRoom, say, tip } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** Marks the document, so that a reload would be noticed. */
const mark = ({ page }: Visitor) => page.evaluate("window.sameDocument = true");
const isMarked = ({ page }: Visitor) => page.evaluate("window.sameDocument === true");

test("R-LIVE-23: the delay in the player follows the real one; when the media engine dies, nothing is called live until the picture returns without a reload", async ({
  visit,
  product,
}) => {
  const fan = await visit();
  const { page } = fan;
  await signInQuietly(fan, "nico");
  await page.addInitScript(() => {
    const Peer = RTCPeerConnection;
    const peers: RTCPeerConnection[] = [];
    window.RTCPeerConnection = class extends Peer {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        peers.push(this);
      }
    };
    Object.assign(window, { peers });
  });
  await openRoom(fan, "chiara");
  const live = page
    .locator("[data-stage]")
    .getByText(/^Live · \d/)
    .first();

  await test.step("the browser itself holds the picture back, and the player says so", async () => {
    const shownSeconds = async () =>
      Number.parseFloat(/[\d.]+/.exec((await live.textContent()) ?? "")?.[0] ?? "");
    await expect.poll(shownSeconds).toBeLessThan(1);
    // All of them, and again: on a busy machine the player may be on its way to another session.
    const holdBack = () =>
      page.evaluate(() => {
        const { peers } = window as unknown as { peers: RTCPeerConnection[] };
        for (const receiver of peers.flatMap((peer) => peer.getReceivers()))
          receiver.jitterBufferTarget = 2_000;
      });
    await expect
      .poll(async () => {
        await holdBack();
        return shownSeconds();
      })
      .toBeGreaterThan(1.6);
  });

  await mark(fan);
  const killed = engineOn(product.dataDir);
  expect(killed, "a media engine runs").toBeTruthy();
  fan.problems.expect(/whep|Failed to load resource/);
  // The picture may be back within a second: looked for in every frame.
  const gone = live.waitFor({ state: "detached" });
  process.kill(killed?.pid ?? 0, "SIGKILL");
  await gone;
  await expect.poll(() => engineOn(product.dataDir)?.pid ?? killed?.pid).not.toBe(killed?.pid);
  await expect(page.locator("[data-stage] video")).toHaveAttribute("data-phase", "playing", {
    timeout: 30_000,
  });
  await expectMovingPicture(page);
  await expect(live).toBeVisible();
  expect(await isMarked(fan)).toBe(true);
});

test("R-LIVE-21, R-LIVE-25: after a lost connection the room brings what was missed, chat and balance, without a reload", async ({
  visit,
}) => {
  const fan = await visit();
  const other = await visit({ locale: "es-CO" });
  const person = await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await buyTokens(fan, { tokens: 100 });
  await openRoom(fan, "luna");
  await signInQuietly(other, "sofia");
  await openRoom(other, "luna");
  await mark(fan);
  fan.problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/);

  const room = await other.page.request.get("/api/stream/luna", { headers: await bearer(other) });
  const { model } = (await room.json()) as { model: { id: number } };
  await fan.page.context().setOffline(true);
  await say(other, `${person.login} is missing this`);
  await expect(chatOf(other).getByText(`${person.login} is missing this`)).toBeVisible();
  const tipped = await other.page.request.post(`/api/fan/pay-tips-to-model/${model.id}`, {
    headers: { ...(await bearer(fan)), "idempotency-key": `${person.login}-elsewhere` },
    data: { amount: 30, message: "from my other device" },
  });
  expect(tipped.status()).toBe(200);
  await fan.page.context().setOffline(false);

  await expect(chatOf(fan).getByText(`${person.login} is missing this`)).toHaveCount(1);
  await expect(shownBalance(fan)).toHaveText("70");
  await expectMovingPicture(fan.page);
  await say(fan, `${person.login} is back`);
  await expect(chatOf(other).getByText(`${person.login} is back`)).toHaveCount(1);
  expect(await isMarked(fan)).toBe(true);
});

test("R-NAV-04: two tabs of one fan agree on the balance after a tip in one", async ({ visit }) => {
  const fan = await visit();
  await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  await buyTokens(fan, { tokens: 100 });
  const elsewhere = { ...fan, page: await fan.newTab() };
  await visitPage(elsewhere.page, "/");
  await expect(shownBalance(elsewhere)).toHaveText("100");
  await openRoom(fan, "aria");
  await tip(fan, 15, "from the other tab");
  await expect(shownBalance(fan)).toHaveText("85");
  await expect(shownBalance(elsewhere)).toHaveText("85");
});

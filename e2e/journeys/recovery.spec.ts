import { buyQuietly } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signInQuietly, signUpQuietly } from "../people.ts";
import { engineOn } from "../processes.ts";
import {
  chatOf,
  expectMovingPicture,
  openRoom,
  roomOf,
  postMessage,
  postElsewhere,
  tipElsewhere,
} from "../room.ts";
import type { Visitor } from "../visitor.ts";

/** Marks the document, so that a reload would be noticed. */
const mark = ({ page }: Visitor) => page.evaluate("window.sameDocument = true");
const isMarked = ({ page }: Visitor) => page.evaluate("window.sameDocument === true");

test("R-LIVE-21, R-LIVE-23, R-LIVE-25: the delay in the player follows the real one; when the media engine dies, nothing is called live until the picture returns; after a lost connection the room brings what was missed, all without a reload", async ({
  visit,
  product,
}) => {
  const [fan, other] = [await visit(), await visit()];
  const { page } = fan;
  const { login } = await signUpQuietly(fan);
  await buyQuietly(fan, 100);
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

  await test.step("the browser itself holds the picture back, and the player shows it", async () => {
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
  await test.step("the media engine dies, and the picture returns", async () => {
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
  });

  await test.step("the connection is lost, and chat and balance bring what was missed", async () => {
    fan.problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/);

    await signInQuietly(other, "sofia");
    await page.context().setOffline(true);
    await postElsewhere(other, "chiara", `${login} is missing this`);
    await tipElsewhere(fan, "chiara", 30, "from my other device");
    await expect(chatOf(fan)).not.toContainText("is missing this");
    await page.context().setOffline(false);

    await expect(chatOf(fan).getByText(`${login} is missing this`)).toHaveCount(1);
    await expect(shownBalance(fan)).toHaveText("70");
    await expectMovingPicture(page);
    await postMessage(fan, `${login} is back`);
    await expect(chatOf(fan).getByText(`${login} is back`)).toHaveCount(1);
    const messages = async () => (await roomOf(other, "chiara")).chat.history.map(({ body }) => body);
    await expect.poll(messages).toContain(`${login} is back`);
    expect(await isMarked(fan)).toBe(true);
  });
});

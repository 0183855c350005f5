import type { Locator, Page } from "@playwright/test";
import { buyQuietly } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { signInQuietly, signUpListedModel, signUpQuietly } from "../people.ts";
import { expectFrames, postMessage } from "../room.ts";
import { goLive, openStudioPage, turnCameraOn } from "../studio.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-CO" };

const framesOf = (video: Locator) =>
  video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
const expectFramesOf = (video: Locator) => expectFrames(() => framesOf(video));

/** The test camera is one flat colour at times, so only frames are counted. */
const playerOf = ({ page }: Visitor) => page.locator("[data-stage] video[data-phase]");

/** Remembers every peer connection of the page and every message of its sockets. */
async function tap(page: Page) {
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(settings?: RTCConfiguration) {
        super(settings);
        peers.push(this);
      }
    };
    Object.assign(window, { peers });
  });
  const frames: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(payload.toString())),
  );
  return {
    frames,
    /** RTP packets that have reached the page and still count: a closed connection gets none. */
    packets: () =>
      page.evaluate(async () => {
        const { peers } = window as unknown as { peers: RTCPeerConnection[] };
        const open = peers.filter(({ connectionState }) => connectionState !== "closed");
        const reports = await Promise.all(open.map((peer) => peer.getStats()));
        return reports
          .flatMap((report) => [...report.values()])
          .filter(({ type }) => type === "inbound-rtp")
          .reduce((sum, { packetsReceived }) => sum + Number(packetsReceived), 0);
      }),
  };
}

const studioShow = ({ page, words }: Visitor) =>
  page.getByRole("region", { name: words("studio_show_with", { name: "nico" }) });

test("R-LIVE-26, R-LIVE-31, R-OPEN-60, R-OPEN-66: model, fan and spy see the show, the model alone sees the fan's camera, and a fourth gets no packet and no event", async ({
  visit,
}) => {
  test.setTimeout(300_000);
  const [model, fan, spy, outsider] = [await visit(), await visit(), await visit(phone), await visit()];
  for (const each of [spy, outsider]) each.problems.expect(/stream\/\w+.*409|409 \(Conflict\).*stream\/\w+/);
  // A page that is cut deletes a session that the engine has ended already.
  for (const each of [model, fan, spy, outsider]) each.problems.expect(/\/wh[ei]p\//);
  const { login } = await signUpListedModel(model);
  const room = `/stream/${login}`;
  await signInQuietly(fan, "nico");
  await signUpQuietly(spy);
  await signUpQuietly(outsider);
  const outside = await tap(outsider.page);

  await test.step("the model goes live and allows cameras", async () => {
    await visitPage(model.page, "/model/update-model-profile");
    await turnCameraOn(model);
    await goLive(model);
    await openStudioPage(model, "studio_rates");
    const rates = model.words("studio_rates_title");
    await model.page.getByRole("button", { name: `${model.words("studio_edit")}: ${rates}` }).click();
    const dialog = model.page.getByRole("dialog", { name: rates });
    await dialog.getByRole("switch", { name: model.words("studio_rates_two_way") }).check();
    await dialog.getByRole("button", { name: model.words("studio_save") }).click();
    await expect(dialog).toHaveCount(0);
    await openStudioPage(model, "studio_nav_live");
  });

  await test.step("the fan asks for a show with a camera, and the model accepts", async () => {
    await visitPage(outsider.page, room);
    await expectFramesOf(playerOf(outsider));
    await visitPage(fan.page, `${room}?show=private`);
    const sheet = fan.page.getByRole("dialog");
    await sheet.getByRole("switch", { name: fan.words("consent_camera") }).check();
    await sheet.getByRole("button", { name: fan.words("consent_ask_private") }).click();
    const requests = model.page.getByRole("region", { name: model.words("studio_requests") });
    await expect(requests).toContainText(model.words("studio_request_two_way"));
    // A page that is loaded again goes on waiting, and one that is being loaded when the answer comes is in the show.
    await fan.page.reload();
    await expect(fan.page.getByRole("button", { name: fan.words("request_withdraw") })).toBeVisible();
    await Promise.all([fan.page.reload(), requests.getByRole("button", { name: /nico.*\d/ }).click()]);
    await expect(studioShow(model)).toBeVisible();
    await expectFramesOf(playerOf(fan));
  });

  await test.step("the fourth is shut out", async () => {
    await expect(outsider.page.getByRole("alertdialog")).toContainText(login);
    outside.frames.splice(0);
    await expect.poll(outside.packets).toBe(0);
    await expect(outsider.page.locator("[data-stage] video"), "no player is left").toHaveCount(0);
  });

  await test.step("a spy on a phone looks on, in Spanish", async () => {
    await buyQuietly(spy, 100);
    await visitPage(spy.page, room);
    await spy.page.getByRole("button", { name: spy.words("spy_look", { count: 10 }) }).click();
    await expectFramesOf(playerOf(spy));
    await spy.page.close();
  });

  const own = fan.page.getByRole("region", { name: fan.words("camera_title") });
  const seen = model.page.getByLabel(model.words("studio_fan_camera", { name: "nico" }));
  await test.step("the fan's camera is off until they start it; the model alone sees it", async () => {
    await expect(own.getByLabel(fan.words("camera_preview"))).toHaveCount(0);
    await expect(seen).toHaveCount(0);
    await own.getByRole("button", { name: fan.words("camera_start") }).click();
    await expect(own).toContainText(fan.words("camera_on", { name: login }));
    await expectFramesOf(own.getByLabel(fan.words("camera_preview")));
    await expectFramesOf(seen);
    await expectFramesOf(playerOf(fan));
    await postMessage(fan, "only between us");
  });

  await test.step("nothing of all that has reached the fourth", async () => {
    await expect(model.page.getByRole("log")).toContainText("only between us");
    expect(await outside.packets()).toBe(0);
    const events = outside.frames.join("\n");
    expect(events).not.toMatch(/Show(Meter|Started|CameraChanged|Ended)|RoomMessage|only between us/);
  });

  await test.step("one press ends the camera, and the show goes on", async () => {
    await own.getByRole("button", { name: fan.words("camera_stop") }).click();
    await expect(seen).toHaveCount(0);
    await expect(own.getByRole("button", { name: fan.words("camera_start") })).toBeVisible();
    await expectFramesOf(playerOf(fan));
  });

  await test.step("the model ends the show: the camera goes with it, and the room comes back to the fourth", async () => {
    await own.getByRole("button", { name: fan.words("camera_start") }).click();
    await expectFramesOf(seen);
    await studioShow(model)
      .getByRole("button", { name: model.words("studio_show_end") })
      .click();
    await expect(seen).toHaveCount(0);
    await expect(own).toHaveCount(0);
    await expectFramesOf(playerOf(outsider));
    await expect.poll(outside.packets).toBeGreaterThan(0);
  });
});

import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { signInQuietly, signUpListedModel } from "../people.ts";
import { decodedFrames, expectFrames } from "../room.ts";
import { goLive, turnCameraOn } from "../studio.ts";
import { arrive, visitPage } from "../visitor.ts";

/** Chromium's own way to be in a network that lets no UDP through. */
const noUdp = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

/** Remembers the peer connections of a page. */
const remember = (page: Page) =>
  page.addInitScript(() => {
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

/** The protocols by which the page's open connections carry their media. */
const protocols = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] };
    const open = peers.filter(({ connectionState }) => connectionState === "connected");
    const reports = await Promise.all(open.map((peer) => peer.getStats()));
    return reports.flatMap((report) =>
      [...report.values()]
        .filter(
          ({ type, nominated, state }) => type === "candidate-pair" && nominated && state === "succeeded",
        )
        .map(({ localCandidateId }) => String(report.get(localCandidateId).protocol)),
    );
  });

test("a model and a fan whose networks let no UDP through reach each other over TCP", async ({
  playwright,
  launchOptions,
  product,
}) => {
  const args = [...(launchOptions.args ?? []), noUdp];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const permissions = ["camera", "microphone"];
  const [model, fan] = [
    await arrive(browser, product.origin, { baseURL: product.origin, permissions }),
    await arrive(browser, product.origin, { baseURL: product.origin }),
  ];
  for (const { page } of [model, fan]) await remember(page);
  const { login } = await signUpListedModel(model);
  await signInQuietly(fan, "nico");
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await visitPage(fan.page, `/stream/${login}`);
  // The test camera is one flat colour at times, so only frames are counted.
  await expectFrames(() => decodedFrames(fan.page));
  for (const { page } of [model, fan]) expect(new Set(await protocols(page))).toEqual(new Set(["tcp"]));
  for (const { problems } of [model, fan]) expect(problems.unexpected()).toEqual([]);
  await browser.close();
});

import { expect, test } from "../fixtures.ts";
import { protocolsOf, rememberPeers } from "../peers.ts";
import { signInQuietly, signUpListedModel } from "../people.ts";
import { decodedFrames, expectFrames } from "../room.ts";
import { goLive, turnCameraOn } from "../studio.ts";
import { arrive, visitPage } from "../visitor.ts";

/** Chromium's own way to be in a network that lets no UDP through. */
const noUdp = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

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
  for (const { page } of [model, fan]) await rememberPeers(page);
  const { login } = await signUpListedModel(model);
  await signInQuietly(fan, "nico");
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await visitPage(fan.page, `/stream/${login}`);
  // The test camera is one flat colour at times, so only frames are counted.
  await expectFrames(() => decodedFrames(fan.page));
  for (const { page } of [model, fan])
    expect(new Set(await protocolsOf(page, "protocol"))).toEqual(new Set(["tcp"]));
  for (const { problems } of [model, fan]) expect(problems.unexpected()).toEqual([]);
  await browser.close();
});

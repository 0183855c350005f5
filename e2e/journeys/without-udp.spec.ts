import { expect, test } from "../fixtures.ts";
import { meetOnAir } from "../meet-on-air.ts";
import { protocolsOf, rememberPeers } from "../peers.ts";

/** Chromium's own way to be in a network that lets no UDP through. */
const noUdp = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

test("a model and a fan whose networks let no UDP through reach each other over TCP", async ({
  playwright,
  launchOptions,
  product,
}) => {
  const args = [...(launchOptions.args ?? []), noUdp];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const people = await meetOnAir(browser, product.origin, (page) => rememberPeers(page));
  for (const { page } of people)
    expect(new Set(await protocolsOf(page, "protocol"))).toEqual(new Set(["tcp"]));
  for (const { problems } of people) expect(problems.unexpected()).toEqual([]);
  await browser.close();
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";
import { coturn, startCoturn } from "#testing/turn/coturn.ts";
import { expect, test } from "../fixtures.ts";
import { protocolsOf, rememberPeers } from "../peers.ts";
import { signInQuietly, signUpListedModel } from "../people.ts";
import { copyDataDir, startOnFreePort } from "../product.ts";
import { decodedFrames, expectFrames } from "../room.ts";
import { goLive, turnCameraOn } from "../studio.ts";
import { arrive, visitPage } from "../visitor.ts";
import { productEnv } from "../worker-product.ts";

const secret = "a secret of the tests, long enough for settings";

test.skip(!coturn, "coturn is not installed");

test("a model and a fan whose networks let nothing through but a TURN server reach each other", async ({
  playwright,
  launchOptions,
  preparedDir,
}) => {
  const turn = await startCoturn(secret);
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-e2e-turn-"));
  copyDataDir(preparedDir, dataDir);
  const product = await startOnFreePort({
    dataDir,
    env: {
      ...productEnv,
      DEMO_ROOMS: "luna",
      MEDIA_PORT: String(await freePort()),
      // The one address that the server relays to.
      MEDIA_ADDRESS: "127.0.0.1",
      TURN_URLS: `turn:127.0.0.1:${turn.port}`,
      TURN_SECRET: secret,
    },
  });
  const origin = `http://localhost:${product.port}`;
  const browser = await playwright.chromium.launch(launchOptions);
  try {
    const permissions = ["camera", "microphone"];
    const [model, fan] = [
      await arrive(browser, origin, { baseURL: origin, permissions }),
      await arrive(browser, origin, { baseURL: origin }),
    ];
    for (const { page } of [model, fan]) await rememberPeers(page, true);
    const { login } = await signUpListedModel(model);
    await signInQuietly(fan, "nico");
    await visitPage(model.page, "/model/update-model-profile");
    await turnCameraOn(model);
    await goLive(model);
    await visitPage(fan.page, `/stream/${login}`);
    // The test camera is one flat colour at times, so only frames are counted.
    await expectFrames(() => decodedFrames(fan.page));
    for (const { page } of [model, fan])
      expect(new Set(await protocolsOf(page, "relayProtocol"))).toEqual(new Set(["udp"]));
    for (const { problems } of [model, fan]) expect(problems.unexpected()).toEqual([]);
  } finally {
    await browser.close();
    await product.end("SIGTERM");
    await turn.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";
import { demoPassword } from "#testing/pages/page-request.ts";
import { coturn, startCoturn } from "#testing/turn/coturn.ts";
import { findCertutil, findFirefox } from "../../scripts/find-executable.ts";
import { expect, test as base } from "../fixtures.ts";
import { meetOnAir } from "../meet-on-air.ts";
import { startFirefox } from "../other-browsers/firefox.ts";
import { expectPlays, personAt, signIn } from "../other-browsers/person.ts";
import { keepPeers, protocolsOf, readProtocols, rememberPeers } from "../peers.ts";
import { copyDataDir, startOnFreePort } from "../product.ts";
import { productEnv } from "../worker-product.ts";

const secret = "a secret of the tests, long enough for settings";

/** A product that names a TURN server to its pages, by UDP and by TLS, and who has signed that server's certificate. */
type Relayed = { origin: string; authority: string };

const test = base.extend<object, { relayed: Relayed }>({
  relayed: [
    async ({ preparedDir }, use) => {
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
          TURN_URLS: `turn:127.0.0.1:${turn.port},turns:localhost:${turn.port}?transport=tcp`,
          TURN_SECRET: secret,
        },
      });
      await use({ origin: `http://localhost:${product.port}`, authority: turn.authority });
      await product.end("SIGTERM");
      await turn.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test.skip(!coturn, "coturn is not installed");

test("a model and a fan whose networks let nothing through but a TURN server reach each other", async ({
  playwright,
  launchOptions,
  relayed: { origin },
}) => {
  const browser = await playwright.chromium.launch(launchOptions);
  const people = await meetOnAir(browser, origin, (page) => rememberPeers(page, "turn:"));
  for (const { page } of people)
    expect(new Set(await protocolsOf(page, "relayProtocol"))).toEqual(new Set(["udp"]));
  for (const { problems } of people) expect(problems.unexpected()).toEqual([]);
  await browser.close();
});

test("a fan in Firefox, whose network lets nothing through but TLS to a TURN server, gets the picture by WebRTC", async ({
  relayed: { origin, authority },
}) => {
  const [program, certutil] = [findFirefox(), findCertutil()];
  if (!program || !certutil) return test.skip(true, "Firefox or certutil is not installed");
  // Left to itself Firefox reaches no server on its own machine.
  const preferences = { "media.peerconnection.ice.loopback": true };
  const firefox = await startFirefox(program, { preferences, trusted: { authority, certutil } });
  const page = await firefox.newPage(undefined, `(${String(keepPeers)})("turns:")`);
  const fan = await personAt(page, origin, "en");
  await signIn(fan, "nico", demoPassword);
  await fan.open("/stream/luna");
  await expectPlays(fan);
  expect(new Set(await page.read(readProtocols, "relayProtocol"))).toEqual(new Set(["tls"]));
  await firefox.close();
});

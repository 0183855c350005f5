import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openWorld } from "#demo/demo.ts";
import { type App, createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { siteLook } from "#server/start/site-look.ts";
import { buildWeb } from "#server/start/start-product.ts";
import { localFiles } from "#server/storage/storage.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { cheapHashes, idlePressure, testSecret, testVapidKey } from "#testing/app/test-settings.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { freePort } from "#testing/free-port.ts";

/** The product's pages over the demo world, in which one model, `aria`, is on air. */
export type DemoPages = {
  readonly origin: string;
  /** The folder of the built web app. */
  readonly buildDir: string;
};

/**
 * Builds the web app if its sources have changed, and serves its pages and the API from this process for the tests of one
 * file, in the look of a site's folder where one is given. Only one file of a run may do so: two builds at the same time would write into one folder.
 */
export function demoPages(siteDir?: string): DemoPages {
  const database = fileDatabase();
  const stops: (() => Promise<unknown>)[] = [];
  let origin = "";
  let buildDir = "";
  beforeAll(async () => {
    buildDir = await buildWeb(() => undefined);
    const port = await freePort();
    const dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-pages-"));
    stops.push(() => rm(dataDir, { recursive: true, force: true }));
    const log = createLogger("silent");
    const config = readConfig({
      ...{ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent", TRUST_PROXY: "1" },
      ...{ DEMO_ROOMS: "aria", DEMO_TIPS: "0", SITE_DIR: siteDir },
    });
    const media = mediaOnDemand({ log });
    stops.push(() => media.stop());
    const own = { config, db: database.db, clock: systemClock, log, media, secret: testSecret };
    const world = openWorld(own);
    const { gateways, memberships, twitter, hooks } = world;
    const app = await createApp({
      ...{ ...own, gateways, memberships, twitter, hooks },
      ...{ random: Math.random, transport: null, files: localFiles(dataDir), vapidKey: testVapidKey },
      ...{ hashCost: cheapHashes, load: { measure: () => idlePressure, waitMsMax: 10_000 } },
      web: { ...webOf(config, buildDir), look: await siteLook(config) },
    });
    stops.push(() => app.stop());
    await app.listen(port, "127.0.0.1");
    origin = config.publicOrigin;
    stops.push(await settled(app, world, `http://127.0.0.1:${port}`));
  }, 180_000);
  afterAll(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  return {
    get origin() {
      return origin;
    },
    get buildDir() {
      return buildDir;
    },
  };
}

type World = ReturnType<typeof openWorld>;

/** Fills the world and ranks its models; answers how to stop it. */
async function settled(app: App, world: World, origin: string): Promise<() => Promise<void>> {
  await app.modules.payments.seed();
  const stop = await world.populate(app.modules, origin, () => undefined);
  await app.rank();
  return stop;
}

const webOf = (config: ReturnType<typeof readConfig>, buildDir: string) => ({
  ...config,
  ...{ buildDir, serviceWorker: false, twitterSignIn: true, connectTo: [config.photosOrigin] },
  siteOf: () => ({ logo: null, noindex: false }),
});

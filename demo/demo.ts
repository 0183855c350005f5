import path from "node:path";
import type { TwitterProvider } from "#server/accounts/accounts.ts";
import type { Hooks, Modules } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Logger } from "#server/kit/log.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import { cast } from "./cast.ts";
import { gifts } from "./gifts.ts";
import { type DemoAssets, prepareAssets } from "./studio/prepare-assets.ts";
import { type Air, demoKey, openAir } from "./world/air.ts";
import { settleChats } from "./world/chats.ts";
import { cheerFor } from "./world/cheer.ts";
import { type CommerceGateWorld, openCommerceGate } from "./world/commercegate.ts";
import { type Company, fillRooms } from "./world/company.ts";
import { settleNico } from "./world/nico.ts";
import { writePages } from "./world/pages.ts";
import { settlePeople } from "./world/people.ts";
import { giftAddress, servePictures } from "./world/pictures.ts";
import { serveProgress } from "./world/progress.ts";
import { openSandbox } from "./world/sandbox.ts";
import { drawContent, seedContent } from "./world/seed-content.ts";
import { openSocial } from "./world/social.ts";
import { settleSubscriptions } from "./world/subscriptions.ts";

export type WorldNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  media: MediaEngine;
  secret: string;
  assets: DemoAssets;
};

/** The demo world beside the product: what the product is told of it, and how it comes to life. */
export type World = {
  hooks: Hooks;
  gateways: Readonly<Record<string, Gateway>>;
  memberships: Readonly<Record<string, MembershipGateway>>;
  /** The simulated X. */
  twitter: TwitterProvider;
  /** Settles people, pages and gifts and puts the live models on air; answers how to end it all. */
  populate(modules: Modules, origin: string, say: (step: string) => void): Promise<() => Promise<void>>;
};

const onAirWaitMs = 20_000;

/** Begins to draw the world's pictures, clips and sounds below the data folder, or finds them drawn. */
export function drawWorld(dataDir: string): DemoAssets {
  return prepareAssets({ dir: path.join(dataDir, "world") });
}

/** Makes the demo world. Nothing of it exists with `DEMO=0`. */
export function openWorld(needs: WorldNeeds): World {
  const { assets, secret } = needs;
  const sandbox = openSandbox(needs);
  const commerceGate = openCommerceGate(needs);
  const social = openSocial(needs);
  let air: Air | undefined;
  let company: Company | undefined;
  let earnings: ReadonlyMap<number, number> = new Map();
  const contentDrawn = Promise.withResolvers<void>();
  return {
    gateways: { sandbox: sandbox.gateway },
    memberships: { commercegate: commerceGate.gateway },
    twitter: social.provider,
    hooks: {
      async routes(http) {
        await servePictures(http, assets.assetsDir);
        serveProgress(http, Promise.all([assets.complete, contentDrawn.promise]));
        await sandbox.mount(http);
        await commerceGate.mount(http);
        await social.mount(http);
      },
      tipSeen(sent) {
        air?.broadcaster.react(sent.slug, "cheer", cheerFor(sent.line.tokens ?? 0));
        company?.thank(sent);
      },
      simulatedEarnings: () => earnings,
      acceptsKey: (slug, key) => key === demoKey(secret, slug),
      personPublishes: async (slug) => air?.standAside(slug),
    },
    async populate(modules, origin, say) {
      say("World: drawing and settling its people");
      const ids = await settle(needs, modules, commerceGate);
      earnings = earningsOf(ids);
      const live = cast.filter((member) => member.live).map((member) => member.login);
      air = openAir(
        { ...needs, live: modules.live, origin, log: (line) => needs.log.info({ line }, "demo") },
        live,
      );
      company = fillRooms({
        ...needs,
        live: modules.live,
        members: cast.filter((member) => member.live),
      });
      const onAir = await waitForAir(air, needs.assets.frontRow);
      say(
        `World: ${onAir} of ${live.length} models on air${onAir < live.length ? ", the others follow" : ""}`,
      );
      const drawing = drawContent({ ...needs, content: modules.content, ids });
      void drawing.done.then(contentDrawn.resolve);
      return async () => {
        company?.stop();
        await air?.stop();
        // Together: the content may wait for what the assets draw.
        await Promise.all([drawing.stop(), assets.stop()]);
      };
    },
  };
}

/** Tokens that one watcher of a room would leave there in 30 days. */
const tokensPerWatcher = 40;

/** What the simulated visitors would have spent on each model, who pay nothing: it follows from her audience. */
function earningsOf(ids: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  return new Map(
    cast.flatMap(({ login, baseWatchers }) => {
      const id = ids.get(login);
      return id === undefined ? [] : [[id, baseWatchers * tokensPerWatcher]];
    }),
  );
}

async function settle(
  { db, clock, assets }: WorldNeeds,
  modules: Modules,
  commerceGate: CommerceGateWorld,
): Promise<ReadonlyMap<string, number>> {
  const ids = await settlePeople(db, modules);
  const stills = await assets.stills;
  await inTransaction(db, (tx) =>
    modules.live.saveGifts(
      tx,
      gifts.map(({ key, ...gift }) => ({ ...gift, image: giftAddress(key) })),
    ),
  );
  await writePages(db, modules, ids, stills, clock);
  const { accounts, catalog, messaging, wallet } = modules;
  await settleChats({
    db,
    clock,
    ids,
    stills,
    assetsDir: assets.assetsDir,
    accounts,
    catalog,
    messaging,
    wallet,
  });
  await settleSubscriptions({ db, clock, commerceGate, ids, subscriptions: modules.subscriptions });
  await seedContent({ content: modules.content, clock, ids, stills, assetsDir: assets.assetsDir });
  await settleNico({ db, ...modules }, ids);
  return ids;
}

/** Waits until these are on air, or for 20 s; the others follow by themselves. Answers how many are by then. */
function waitForAir(air: Air, wanted: readonly string[]): Promise<number> {
  const onAir = new Set<string>();
  return new Promise((resolve) => {
    const timer = setTimeout(finish, onAirWaitMs);
    const stop = air.broadcaster.onLive((login) => {
      onAir.add(login);
      if (wanted.every((each) => onAir.has(each))) finish();
    });
    function finish() {
      clearTimeout(timer);
      stop();
      resolve(onAir.size);
    }
  });
}

import { rm } from "node:fs/promises";
import path from "node:path";
import type { Hooks, Modules } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Logger } from "#server/kit/log.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import { giftAddress } from "./art.ts";
import { cast } from "./cast.ts";
import { gifts } from "./gifts.ts";
import { type Air, demoKey, openAir } from "./world/air.ts";
import { settleChats } from "./world/chats.ts";
import { cheerFor } from "./world/cheer.ts";
import { type CommerceGateWorld, openCommerceGate } from "./world/commercegate.ts";
import { type Company, fillRooms } from "./world/company.ts";
import { openDirecta24 } from "./world/directa24.ts";
import { settleNico } from "./world/nico.ts";
import { writePages } from "./world/pages.ts";
import { settlePeople } from "./world/people.ts";
import { servePictures } from "./world/pictures.ts";
import { openSandbox } from "./world/sandbox.ts";
import { seedContent } from "./world/seed-content.ts";
import { answerRequests } from "./world/shows.ts";
import { openSocial } from "./world/social.ts";
import { settleSubscriptions } from "./world/subscriptions.ts";

export type WorldNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  media: MediaEngine;
  secret: string;
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

const onAirWaitMs = 60_000;

/** Makes the demo world. Nothing of it exists with `DEMO=0`. */
export function openWorld(needs: WorldNeeds): World {
  const { secret } = needs;
  const sandbox = openSandbox(needs);
  const commerceGate = openCommerceGate(needs);
  const directa24 = openDirecta24(needs);
  const social = openSocial(needs);
  let air: Air | undefined;
  let company: Company | undefined;
  let earnings: ReadonlyMap<number, number> = new Map();
  return {
    gateways: {
      sandbox: sandbox.gateway,
      directa24: directa24.gateway,
      commercegate: commerceGate.tokens,
    },
    memberships: { commercegate: commerceGate.gateway },
    twitter: social.provider,
    hooks: {
      async routes(http) {
        await servePictures(http);
        await sandbox.mount(http);
        await commerceGate.mount(http);
        await directa24.mount(http);
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
      say("World: settling its people");
      const ids = await settlePeople(needs.db, modules);
      await writePages(needs.db, modules, ids, needs.clock);
      earnings = earningsOf(ids);
      const { demoRooms } = needs.config;
      const live = cast.filter((member) => member.live && (demoRooms?.includes(member.login) ?? true));
      const logins = live.map(({ login }) => login);
      const log = (line: string) => needs.log.info({ line }, "demo");
      const rooms = openAir({ ...needs, rooms: modules.rooms, origin, log }, logins);
      air = rooms;
      const visitors = fillRooms({ ...needs, rooms: modules.rooms, members: live });
      company = visitors;
      const stopAnswering = answerRequests({
        ...needs,
        rooms: modules.rooms,
        members: live,
        ids,
        isOnAir: rooms.isOnAir,
      });
      const end = async () => {
        stopAnswering();
        visitors.stop();
        await rooms.stop();
      };
      try {
        const [onAir] = await Promise.all([
          waitForAir(rooms, logins),
          settle(needs, modules, commerceGate, ids),
        ]);
        say(
          `World: ${onAir} of ${logins.length} models on air${onAir < logins.length ? ", the others follow" : ""}`,
        );
      } catch (error) {
        await end();
        throw error;
      }
      return end;
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

/** Gifts, chats, subscriptions, content and what the main fan has of them; what is there already stays. */
async function settle(
  { db, clock, config }: WorldNeeds,
  modules: Modules,
  commerceGate: CommerceGateWorld,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  await inTransaction(db, (tx) =>
    modules.rooms.saveGifts(
      tx,
      gifts.map(({ key, ...gift }) => ({ ...gift, image: giftAddress(key) })),
    ),
  );
  await settleChats({ ...modules, db, clock, ids });
  await settleSubscriptions({ db, clock, commerceGate, ids, subscriptions: modules.subscriptions });
  await seedContent({ content: modules.content, clock, ids });
  await settleNico({ db, ...modules }, ids);
  // Earlier versions drew their pictures there.
  await rm(path.join(config.dataDir, "world"), { recursive: true, force: true });
}

/** Waits until these are on air, or for a minute; the others follow by themselves. Answers how many are by then. */
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

import { rm } from "node:fs/promises";
import path from "node:path";
import type { Hooks, Modules } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Logger } from "#server/kit/log.ts";
import { startStep } from "#server/kit/start-steps.ts";
import type { MediaCore } from "#server/media/media.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import { FilesUnavailable } from "#server/storage/storage.ts";
import { giftAddress } from "./art.ts";
import { cheerSizeFor } from "./clips.ts";
import { gifts } from "./gifts.ts";
import { demoModels } from "./models.ts";
import { seedAccounts } from "./world/accounts.ts";
import { type Answering, answerFans } from "./world/answer-fans.ts";
import { type DemoBroadcasts, demoKey, startBroadcasts } from "./world/broadcasts.ts";
import { seedChats } from "./world/chats.ts";
import { seedComments } from "./world/comments.ts";
import { type CommerceGateWorld, openCommerceGate } from "./world/commercegate.ts";
import { openDirecta24 } from "./world/directa24.ts";
import { seedGalleries } from "./world/galleries.ts";
import { keepPromo, keptPromo } from "./world/kept-promo.ts";
import { keepShow, keptShows } from "./world/kept-shows.ts";
import { showLivePictures } from "./world/live-pictures.ts";
import { keepModerator } from "./world/moderator.ts";
import { seedNico } from "./world/nico.ts";
import { seedPages } from "./world/pages.ts";
import { servePictures } from "./world/pictures.ts";
import { openSandbox } from "./world/sandbox.ts";
import { seedSchedules } from "./world/schedules.ts";
import { seedContent } from "./world/seed-content.ts";
import { type OwnLater, seedPast } from "./world/seed-past.ts";
import { answerRequests } from "./world/shows.ts";
import { type SimulatedFans, simulateFans } from "./world/simulated-fans.ts";
import { openSocial } from "./world/social.ts";
import { seedSubscribers, seedSubscriptions } from "./world/subscriptions.ts";
import { keepTipping } from "./world/tips.ts";

export type WorldNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  media: MediaCore;
  secret: string;
};

/** The demo world: the hooks and gateways that it gives the product, and how it is populated. */
export type World = {
  hooks: Hooks;
  gateways: Readonly<Record<string, Gateway>>;
  memberships: Readonly<Record<string, MembershipGateway>>;
  /** The simulated X. */
  twitter: TwitterProvider;
  /** Seeds accounts, pages and gifts and starts the broadcasts; answers how to stop everything. */
  populate(modules: Modules, origin: string, logStep: (step: string) => void): Promise<() => Promise<void>>;
};

const onAirWaitMs = 60_000;

/** Makes the demo world. None of it exists with `DEMO=0`. */
export function openWorld(needs: WorldNeeds): World {
  const { secret } = needs;
  const sandbox = openSandbox(needs);
  const commerceGate = openCommerceGate(needs);
  const directa24 = openDirecta24(needs);
  const social = openSocial(needs);
  let air: DemoBroadcasts | undefined;
  let simulatedFans: SimulatedFans | undefined;
  let answering: Answering | undefined;
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
        air?.broadcaster.react(sent.slug, "cheer", cheerSizeFor(sent.line.tokens ?? 0));
        simulatedFans?.thank(sent);
      },
      published: (event) => answering?.hear(event),
      simulatedEarnings: () => earnings,
      acceptsKey: (slug, key) => key === demoKey(secret, slug),
      personPublishes: async (slug) => air?.standAside(slug),
    },
    async populate(modules, origin, logStep) {
      logStep("World: creating accounts");
      const ids = await startStep("world: accounts", () => seedAccounts(needs.db, modules));
      await startStep("world: pages", () => seedPages(needs.db, modules, ids, needs.clock));
      // A world without a past is better than none.
      const past = { ...needs, ...modules, ids, recordSales: sandbox.record };
      const ownLater = await startStep("world: past", () => seedPast(past)).catch((err: unknown) => {
        needs.log.warn({ err }, "the demo world begins without a past");
        return async () => {};
      });
      earnings = earningsOf(ids);
      const { demoRooms } = needs.config;
      const live = demoModels.filter((member) => member.live && (demoRooms?.includes(member.login) ?? true));
      const logins = live.map(({ login }) => login);
      const log = (line: string) => needs.log.info({ line }, "demo");
      const rooms = startBroadcasts({ ...needs, rooms: modules.rooms, origin, log }, logins);
      air = rooms;
      const visitors = simulateFans({ ...needs, rooms: modules.rooms, members: live, ids });
      simulatedFans = visitors;
      const stopAnswering = answerRequests({
        ...needs,
        shows: modules.shows,
        members: live,
        ids,
        isOnAir: rooms.isOnAir,
      });
      answering = answerFans({
        ...needs,
        ...modules,
        origin,
        members: demoModels,
        ids,
        isOnAir: rooms.isOnAir,
      });
      const { stop: stopTalking, catchUp } = answering;
      const stopModerator = keepModerator({ ...needs, rooms: modules.rooms, ids });
      const stopShows = keptShows
        .filter(({ model }) => logins.includes(model))
        .map((show) => keepShow(show, { ...needs, ...modules, ...rooms, origin, ids }));
      const stopPromo = logins.includes(keptPromo.model)
        ? keepPromo({ ...needs, ...modules, ...rooms, ids })
        : () => undefined;
      const stopTipping = needs.config.demoTips
        ? keepTipping({ ...needs, ...modules, ...rooms, origin, ids, members: live })
        : () => undefined;
      const pictures = showLivePictures({ ...needs, ...modules, ids, isOnAir: rooms.isOnAir }, logins);
      const end = async () => {
        pictures.stop();
        await Promise.all(stopShows.map((stop) => stop()));
        stopAnswering();
        stopTalking();
        stopPromo();
        stopTipping();
        stopModerator();
        visitors.stop();
        await rooms.stop();
      };
      try {
        const shown = async () => {
          const count = await startStep("world: on air", () => waitForAir(rooms, logins));
          await startStep("world: live pictures", () => pictures.showAll());
          return count;
        };
        const [onAir] = await Promise.all([shown(), settle(needs, modules, commerceGate, ids, ownLater)]);
        void catchUp();
        logStep(
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

/** The tokens that the simulated fans would have spent on each model: they follow from the model's audience. */
function earningsOf(ids: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  return new Map(
    demoModels.flatMap(({ login, baseWatchers }) => {
      const id = ids.get(login);
      return id === undefined ? [] : [[id, baseWatchers * tokensPerWatcher]];
    }),
  );
}

/** Gifts, chats, subscriptions, content and what the main fan has of them; what is there already stays. */
async function settle(
  { db, clock, config, log }: WorldNeeds,
  modules: Modules,
  commerceGate: CommerceGateWorld,
  ids: ReadonlyMap<string, number>,
  ownLater: OwnLater,
): Promise<void> {
  await inTransaction(db, (tx) =>
    modules.rooms.tips.saveGifts(
      tx,
      gifts.map(({ key, ...gift }) => ({ ...gift, image: giftAddress(key) })),
    ),
  );
  const subscribing = { db, clock, commerceGate, ids, subscriptions: modules.subscriptions };
  const subscribed = async () => {
    await startStep("world: subscriptions", () => seedSubscriptions(subscribing));
    await startStep("world: subscribers", () => seedSubscribers(subscribing)).catch((err: unknown) =>
      log.warn({ err }, "the regular fans of the demo are not subscribed"),
    );
  };
  await Promise.all([
    startStep("world: schedules", () => seedSchedules(modules, ids)),
    startStep("world: galleries", () => seedGalleries({ db, ...modules }, ids)),
    subscribed(),
  ]);
  try {
    await Promise.all([
      startStep("world: chats", () => seedChats({ ...modules, db, clock, ids })),
      startStep("world: content", () => seedContent({ content: modules.content, clock, ids })),
    ]);
    await startStep("world: what fans own", () => ownLater()).catch((err: unknown) =>
      log.warn({ err }, "fans of the demo do not own what they bought"),
    );
    await startStep("world: nico", () => seedNico({ db, ...modules }, ids));
    await startStep("world: comments", () => seedComments({ content: modules.content, clock, ids }));
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    log.warn({ error: error.message }, "the demo's chats, videos and posts come with the next start");
  }
  // Earlier versions drew their pictures there.
  await rm(path.join(config.dataDir, "world"), { recursive: true, force: true });
}

/** Waits until these are on air, or for a minute; the others follow later. Answers how many are live by then. */
function waitForAir(air: DemoBroadcasts, wanted: readonly string[]): Promise<number> {
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

import { rm } from "node:fs/promises";
import path from "node:path";
import type { Modules } from "#server/app.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { startStep } from "#server/kit/start-steps.ts";
import { FilesUnavailable } from "#server/storage/storage.ts";
import { giftAddress } from "../art.ts";
import { gifts } from "../gifts.ts";
import { seedChats } from "./chats.ts";
import { seedComments } from "./comments.ts";
import type { CommerceGateWorld } from "./commercegate.ts";
import { seedGalleries } from "./galleries.ts";
import { seedNico } from "./nico.ts";
import { seedSchedules } from "./schedules.ts";
import { seedContent } from "./seed-content.ts";
import type { OwnLater } from "./seed-past.ts";
import { seedSubscribers, seedSubscriptions } from "./subscriptions.ts";
import type { WorldNeeds } from "./world-needs.ts";

/** Gifts, chats, subscriptions, content and what the main fan has of them; what is there already stays. */
export async function settle(
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

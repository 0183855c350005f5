import { createPlaybackTokens } from "#server/media/playback-token.ts";
import { createStorage } from "#server/storage/storage.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { listReads, liveFromOf } from "./list-reads.ts";
import type { AppNeeds, Modules } from "./needs.ts";
import { roomsAtOwner, showsAtOwner } from "./owner-calls.ts";
import { makeMailer, makePrivateFiles, makeRealtime, makeUploads } from "./wiring/base.ts";
import { inOrder } from "./wiring/in-order.ts";
import { makeLiveMedia, makeOwnerCalls, makeOwnRooms, makeOwnShows } from "./wiring/live.ts";
import { makeIdentity, makeNotifications, makeProfiles, makePush, makeSupport } from "./wiring/people.ts";
import { makeCatalog, makeContent, makeMessaging, makePayments, makeSubscriptions } from "./wiring/sales.ts";
import { type Process, wiringOf } from "./wiring/wiring.ts";

/**
 * Makes the modules in their order, each of those above it. An event carries everything that must flow the other way; where
 * a module needs an answer from a later one, its maker hands in a function that asks `later()`.
 */
export function createModules(needs: AppNeeds, process: Process): Modules {
  const modules: Modules = inOrder(wiringOf(needs, process, () => modules))
    .add("storage", ({ files }) => createStorage(files))
    .add("privateFiles", makePrivateFiles)
    .add("uploads", makeUploads)
    .add("mailer", makeMailer)
    .add("wallet", createWallet)
    .add("playbackTokens", ({ secret, clock }) => createPlaybackTokens(secret, clock))
    .add("cameraTokens", ({ secret, clock }) => createPlaybackTokens(secret, clock, "whip"))
    .add("realtime", makeRealtime)
    .add("listReads", (wiring, { realtime }) => listReads(wiring, () => liveFromOf(realtime)))
    .add("replica", (_, { listReads: { replica } }) => replica)
    .add("catalog", makeCatalog)
    .add("identity", makeIdentity)
    .add("push", makePush)
    .add("notifications", makeNotifications)
    .add("subscriptions", makeSubscriptions)
    .add("content", makeContent)
    .add("messaging", makeMessaging)
    .add("payments", makePayments)
    .add("liveMedia", makeLiveMedia)
    .add("ownRooms", makeOwnRooms)
    .add("ownShows", makeOwnShows)
    .add("atOwner", makeOwnerCalls)
    .add("rooms", ({ nodes }, { ownRooms, atOwner }) => (nodes ? roomsAtOwner(ownRooms, atOwner) : ownRooms))
    .add("shows", ({ nodes }, { ownShows, atOwner }) => (nodes ? showsAtOwner(ownShows, atOwner) : ownShows))
    .add("support", makeSupport)
    .add("profiles", makeProfiles).made;
  return modules;
}

import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { iceServersOf } from "#server/media/ice-servers.ts";
import { type LiveMedia, liveMedia } from "#server/media/live-media.ts";
import { createRooms, type Rooms } from "#server/rooms/rooms.ts";
import { createShows, type Shows } from "#server/shows/shows.ts";
import type { Modules } from "../needs.ts";
import { type OwnerCalls, ownerCalls, ownerWaitMs } from "../owner-calls.ts";
import { termsVersionOf, type Wiring } from "./wiring.ts";

export const makeLiveMedia = (
  { media, config, clock }: Wiring,
  { cameraTokens: whip, playbackTokens: whep }: Pick<Modules, "cameraTokens" | "playbackTokens">,
): LiveMedia => liveMedia(media, { whip, whep }, iceServersOf(config.turn, clock));

const ownerOf = ({ nodes }: Wiring) => nodes?.ownership ?? onlyNode;

type RoomParts = { liveMedia: LiveMedia } & Pick<
  Modules,
  "identity" | "wallet" | "catalog" | "subscriptions" | "messaging" | "realtime" | "privateFiles"
>;

/** The rooms of this process, which call its own media. */
export function makeOwnRooms(wiring: Wiring, { liveMedia, identity, ...made }: RoomParts): Rooms {
  const { db, clock, limits, log, holdsContactDetails, config, later } = wiring;
  return createRooms({
    db,
    clock,
    limits,
    log,
    owner: ownerOf(wiring),
    accounts: identity,
    holdsContactDetails,
    ...made,
    media: liveMedia,
    publicOrigin: config.publicOrigin,
    payoutCents: config.payoutCents,
    shows: () => later().shows.inRooms,
  });
}

type ShowParts = { liveMedia: LiveMedia; ownRooms: Rooms } & Pick<
  Modules,
  "identity" | "wallet" | "catalog" | "realtime" | "mailer" | "payments"
>;

/** The shows of this process, metered by what its own media report. */
export function makeOwnShows(wiring: Wiring, { liveMedia, ownRooms, identity, ...made }: ShowParts): Shows {
  const { db, clock, log, secret, config } = wiring;
  return createShows({
    db,
    clock,
    log,
    owner: ownerOf(wiring),
    accounts: identity,
    ...made,
    rooms: ownRooms,
    media: liveMedia,
    termsVersion: termsVersionOf(wiring),
    publicOrigin: config.publicOrigin,
    secret,
  });
}

/** Calls that the node carries out which owns the media: this one, or another. */
export function makeOwnerCalls(
  wiring: Wiring,
  { ownRooms, ownShows }: { ownRooms: Rooms; ownShows: Shows },
): OwnerCalls {
  const own = ownerCalls(wiring, ownRooms, ownShows);
  return wiring.nodes?.atOwner(own, ownerWaitMs) ?? own;
}

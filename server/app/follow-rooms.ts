import { whenAvailable } from "#server/kit/database/unavailable.ts";
import type { MediaEvent } from "#server/media/media.ts";
import type { MembershipChange } from "#server/realtime/realtime.ts";
import type { PublisherTurn } from "#server/rooms/rooms.ts";
import { isCameraRoom } from "#server/shows/shows.ts";
import type { AppNeeds, Modules } from "./needs.ts";

const turnOf: Partial<Record<MediaEvent["kind"], PublisherTurn>> = {
  "publisher-started": "started",
  "publisher-silent": "silent",
  "publisher-resumed": "resumed",
  "publisher-ended": "lost",
};

/** How this process follows rooms: their media while it owns them, and always who is in their channels. */
export type RoomsFollower = {
  /** Takes over what is open; from then on the media engine is followed. */
  takeOver(): Promise<void>;
  /** Leaves the rooms to another node. */
  leave(): void;
  stop(): void;
};

/** Keeps rooms in step with the media engine and with who is in their channels. */
export function followRooms(needs: AppNeeds, modules: Modules): RoomsFollower {
  const { media, log, clock } = needs;
  const { rooms, shows, realtime } = modules;
  const turn = (slug: string, what: PublisherTurn) =>
    rooms
      .publisherTurned(slug, what)
      .catch((error) => log.error({ err: error, slug, what }, "room not followed"));
  const turnCamera = (room: string, on: boolean) =>
    shows.cameras.turned(room, on).catch((err) => log.error({ err, room }, "a camera was not followed"));
  /** Rooms whose publisher has come since they were last lost with the engine, perhaps before they received its end. */
  const returned = new Set<string>();
  const allLost = async (isLost: (room: string) => boolean) => {
    for (const slug of await rooms.liveSlugs())
      if (isLost(slug) && !returned.has(slug)) await turn(slug, "lost");
  };
  const followEngine = () =>
    media.onEvent((event) => {
      if (event.kind === "publisher-started") returned.add(event.room);
      if (event.kind === "engine-down") {
        const isLost = (room: string) => event.rooms?.has(room) ?? true;
        for (const room of returned) if (isLost(room)) returned.delete(room);
        whenAvailable(clock, () => allLost(isLost)).catch((err) => log.error({ err }, "rooms not followed"));
        for (const room of shows.cameras.rooms()) if (isLost(room)) void turnCamera(room, false);
      }
      const what = turnOf[event.kind];
      if (what && "room" in event && isCameraRoom(event.room))
        void turnCamera(event.room, what === "started" || what === "resumed");
      else if (what && "room" in event) void turn(event.room, what);
    });
  const followShapes = () => media.onReport(rooms.keepShapes);
  let unfollowEngine = () => {};
  let unfollowShapes = () => {};
  const stops = [
    realtime.onMembership(countFans(rooms)),
    realtime.onMembership(shows.followWaiting),
    realtime.onMembership(rooms.presence.follow),
    rooms.stop,
    shows.stop,
  ];
  return {
    async takeOver() {
      await shows.takeOver(await rooms.takeOver());
      unfollowEngine();
      unfollowEngine = followEngine();
      unfollowShapes();
      unfollowShapes = followShapes();
      // Publishers of LiveKit outlast this process, and may have been received before anybody listened here.
      for (const { room, mediaReceiving } of media.rooms().values())
        if (mediaReceiving) void (isCameraRoom(room) ? turnCamera(room, true) : turn(room, "started"));
    },
    leave() {
      unfollowEngine();
      unfollowShapes();
      rooms.leave();
      shows.leave();
    },
    stop() {
      unfollowEngine();
      unfollowShapes();
      for (const stop of stops) stop();
    },
  };
}

/** Counts the fans of each room's channel by person. */
function countFans(rooms: Modules["rooms"]) {
  const fans = new Map<string, Set<number>>();
  return ({ topic, subject, joined }: MembershipChange) => {
    if (!topic.startsWith("room:") || subject.userId === null || subject.role !== "fan") return;
    const slug = topic.slice("room:".length);
    const present = fans.get(slug) ?? new Set<number>();
    if (joined) present.add(subject.userId);
    else present.delete(subject.userId);
    if (present.size > 0) fans.set(slug, present);
    else fans.delete(slug);
    rooms.watchers.setPresent(slug, present);
  };
}

import { whenAvailable } from "#server/kit/database/unavailable.ts";
import type { MediaEvent } from "#server/media/media.ts";
import type { MembershipChange } from "#server/realtime/realtime.ts";
import { isCameraRoom, type PublisherTurn } from "#server/rooms/rooms.ts";
import type { AppNeeds, Modules } from "./needs.ts";

const turnOf: Partial<Record<MediaEvent["kind"], PublisherTurn>> = {
  "publisher-started": "started",
  "publisher-silent": "silent",
  "publisher-resumed": "resumed",
  "publisher-ended": "lost",
};

/** Keeps rooms in step with the media engine and with who is in their channels. */
export async function followRooms(needs: AppNeeds, modules: Modules): Promise<() => void> {
  const { media, log, clock } = needs;
  const { rooms, realtime } = modules;
  const turn = (slug: string, what: PublisherTurn) =>
    rooms
      .publisherTurned(slug, what)
      .catch((error) => log.error({ err: error, slug, what }, "room not followed"));
  const turnCamera = (room: string, on: boolean) =>
    rooms.cameras.turned(room, on).catch((err) => log.error({ err, room }, "a camera was not followed"));
  const allLost = async () => {
    for (const slug of await rooms.liveSlugs()) await turn(slug, "lost");
  };
  // Streams that an earlier process left open come back within their grace or end.
  await allLost();
  await rooms.adoptShows();
  const stops = [
    media.onEvent((event) => {
      if (event.kind === "engine-down") {
        whenAvailable(clock, allLost).catch((err) => log.error({ err }, "rooms not followed"));
        for (const room of rooms.cameras.rooms()) void turnCamera(room, false);
      }
      const what = turnOf[event.kind];
      if (what && "room" in event && isCameraRoom(event.room))
        void turnCamera(event.room, what === "started" || what === "resumed");
      else if (what && "room" in event) void turn(event.room, what);
    }),
    realtime.onMembership(countFans(rooms)),
    realtime.onMembership(rooms.followWaiting),
    rooms.stop,
  ];
  return () => {
    for (const stop of stops) stop();
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

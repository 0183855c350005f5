import type { Events } from "#server/kit/outbox/outbox.ts";
import { isViewerOf, type MediaCore } from "#server/media/media.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Shows } from "#server/shows/shows.ts";

type BannedEvent = Events["fan_banned"];
type BlockedEvent = Events["model_blocked"];
type BegunEvent = Events["show_begun"];
type EndedEvent = Events["show_ended"];

/** The calls that any node makes to the one that owns the media. Each may be repeated; arguments are JSON. */
export type OwnerCalls = {
  /** Ends a model's stream now; one that began after the ISO instant `begunBy`, if given, goes on. */
  endStream(modelId: number, begunBy?: string): Promise<void>;
  leaveShow(fanId: number): Promise<void>;
  /** Ends whatever a person is watching, and the camera that they show. */
  cutPerson(personId: number): Promise<void>;
  endPublisher(room: string): Promise<void>;
  fanBanned(event: BannedEvent): Promise<void>;
  modelBlocked(event: BlockedEvent): Promise<void>;
  showBegun(event: BegunEvent): Promise<void>;
  showEnded(event: EndedEvent): Promise<void>;
};

/** The calls as the owner carries them out. */
export function ownerCalls({ media }: { media: MediaCore }, rooms: Rooms, shows: Shows): OwnerCalls {
  return {
    endStream: (modelId, begunBy) => rooms.endStream(modelId, begunBy ? new Date(begunBy) : undefined),
    leaveShow: async (fanId) => void (await shows.leaveShow(fanId)),
    async cutPerson(personId) {
      await Promise.all([media.endViewersEverywhere(isViewerOf(personId)), shows.cameras.cutOfFan(personId)]);
    },
    endPublisher: (room) => media.endPublisher(room),
    fanBanned: shows.eventHandlers.fan_banned,
    modelBlocked: shows.eventHandlers.model_blocked,
    showBegun: rooms.eventHandlers.show_begun,
    showEnded: shows.eventHandlers.show_ended,
  };
}

/** A request waits for a takeover; the outbox comes again by itself, and other events wait behind it. */
const waitMs = { request: 12_000, event: 1_500, cut: 60_000 } as const;

const isEvent = new Set<keyof OwnerCalls>(["fanBanned", "modelBlocked", "showBegun", "showEnded"]);

/** How long a call waits while no node owns the media. */
export function ownerWaitMs(name: keyof OwnerCalls): number {
  if (isEvent.has(name)) return waitMs.event;
  return name === "cutPerson" ? waitMs.cut : waitMs.request;
}

/** Rooms whose calls from outside requests are carried out by the owner of the media, whichever node asks. */
export function roomsAtOwner(rooms: Rooms, calls: OwnerCalls): Rooms {
  return {
    ...rooms,
    endStream: (modelId, begunBy) => calls.endStream(modelId, begunBy?.toISOString()),
    eventHandlers: { ...rooms.eventHandlers, show_begun: (event) => calls.showBegun(event) },
  };
}

/** The shows as any node calls them on the owner. */
export function showsAtOwner(shows: Shows, calls: OwnerCalls): Shows {
  return {
    ...shows,
    async leaveShow(fanId) {
      await calls.leaveShow(fanId);
      return true;
    },
    eventHandlers: {
      ...shows.eventHandlers,
      fan_banned: (event) => calls.fanBanned(event),
      model_blocked: (event) => calls.modelBlocked(event),
      show_ended: (event) => calls.showEnded(event),
    },
  };
}

import type { FastifyRequest } from "fastify";
import { paidShowsContract } from "#contract/paid-shows.ts";
import { showsContract } from "#contract/shows.ts";
import { studioContract } from "#contract/studio.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Duty } from "#server/kit/nodes/ownership.ts";
import type { OwnedEngine, OwnedLivekit } from "#server/media/media.ts";
import type { RoomsFollower } from "./follow-rooms.ts";
import type { AppNeeds, Modules } from "./needs.ts";

/** The endpoints that begin, change, meter and end shows, and that read meters or the media engine. */
const ownersEndpoints = new Set(
  [paidShowsContract, showsContract, studioContract].flatMap((contract) => Object.keys(contract)),
);

/** Is this a request that only the owner of the media can answer? Any node takes it and passes it on. */
export function belongsToOwner({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config as { endpoint?: string };
  if (endpoint !== undefined) return ownersEndpoints.has(endpoint);
  return /^\/(whip|whep|livekit)\//.test(routeOptions.url ?? "");
}

/** On one machine the engine of the node before may be about to leave the port. */
const startTriesMax = 10;
const startPauseMs = 500;

/**
 * The work of the owner of the media: it runs the engine or is LiveKit's proxy, follows every room and meters every
 * show.
 */
export function mediaDuty(
  { media, clock, log }: Pick<AppNeeds, "media" | "clock" | "log">,
  { shows }: Pick<Modules, "shows">,
  follower: RoomsFollower,
): Duty {
  if (!isOwned(media)) throw new Error("several nodes need media that only their owner runs");
  return {
    async begin(until) {
      await startEngine(media, until, clock);
      await follower.takeOver();
    },
    renewed: media.extend,
    async end() {
      follower.leave();
      await media.end();
      await shows.handOver().catch((err) => log.warn({ err }, "shows were not handed over"));
    },
  };
}

async function startEngine(media: Pick<OwnedEngine, "begin">, until: number, clock: Clock): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await media.begin(until);
    } catch (error) {
      if (tries === startTriesMax) throw error;
      await new Promise<void>((resolve) => clock.after(startPauseMs, resolve));
    }
  }
}

function isOwned(media: AppNeeds["media"]): media is OwnedEngine | OwnedLivekit {
  return "begin" in media;
}

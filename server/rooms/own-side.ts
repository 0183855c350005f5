import type { Clock } from "#server/kit/clock.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import type { MediaCore } from "#server/media/media.ts";
import { absentMs, fails, takenOver, unknownSide, works } from "./rules/own-outages.ts";

/** The state of the engine or LiveKit, the database and this process itself, for those who have to come back. */
export type OwnSideWatch = {
  /** For how long somebody who is away since then could have come back, ms. */
  absentMs(sinceMs: number): number;
  /** Asks the database, and notes whether it answers. */
  asking<T>(work: () => Promise<T>): Promise<T>;
  /** Takes rooms and shows over for this process: nobody could be there until now. */
  takeOver(): void;
  stop(): void;
};

/** Watches our own side; see {@link absentMs}. */
export function watchOwnSide({
  clock,
  media,
}: {
  clock: Clock;
  media: Pick<MediaCore, "onReport" | "onEvent" | "healthy">;
}): OwnSideWatch {
  const nowMs = () => clock.now().getTime();
  let side = unknownSide;
  const stops = [
    media.onReport(() => {
      if (media.healthy()) side = works(side, "media", nowMs());
    }),
    media.onEvent((event) => {
      if (event.kind === "engine-down") side = fails(side, "media", nowMs() - (event.silentMs ?? 0));
    }),
  ];
  return {
    absentMs: (sinceMs) => absentMs(side, sinceMs, nowMs()),
    async asking(work) {
      try {
        const answer = await work();
        side = works(side, "database", nowMs());
        return answer;
      } catch (error) {
        if (isDatabaseUnavailable(error)) side = fails(side, "database", nowMs());
        throw error;
      }
    },
    takeOver() {
      side = takenOver(nowMs());
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

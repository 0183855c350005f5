import type { FramesUp } from "#contract/media-frames.ts";

/** The state of the video element; `timeUs` in the media time of the server. */
export type ShownSample = { timeUs: number; isPlaying: boolean };

/**
 * Reports what was presented, and what was jumped over: a show is billed by it. While nothing moves the report stays what it
 * was, which confirms nothing and keeps the connection.
 */
export function createShownReport() {
  let lastUs = 0;
  let missedUs = 0;
  return {
    /** Playback has jumped over so much of what was received. */
    jumped(us: number) {
      missedUs += Math.max(0, Math.round(us));
    },
    sample({ timeUs, isPlaying }: ShownSample): Extract<FramesUp, { shown: number }> {
      const shown = Math.floor(timeUs);
      if (!isPlaying || shown <= lastUs) return { shown: lastUs };
      const missed = lastUs === 0 ? 0 : Math.min(missedUs, shown - lastUs);
      lastUs = shown;
      missedUs = 0;
      return missed > 0 ? { shown, missed } : { shown };
    },
  };
}

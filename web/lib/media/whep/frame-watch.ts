import type { Clock } from "#web/lib/clock.ts";
import type { PacketCount, PlaybackStats } from "./playback-stats.ts";
import type { WhepConnection } from "./whep-connection.ts";

const pollMs = 500;
/** A picture that stands this long is stalled. */
export const stallMs = 2_000;
/** The first frame may take longer: ICE, DTLS and a keyframe come before it. */
export const firstFrameMs = 4_000;

const noPackets: PacketCount = { received: 0, lost: 0 };

export type FrameWatchNeeds = {
  clock: Clock;
  /** Called when frames were decoded since the last sample. */
  onFrames(stats: PlaybackStats, added: number): void;
  /** Called at each sample that finds no further frame. */
  onStanding(): void;
  /** Called once when no frame was decoded for too long, with what has arrived since the last one. */
  onStill(since: PacketCount): void;
};

export type FrameWatch = {
  /** Watches this connection instead of the one before. */
  watch(connection: WhepConnection): void;
  /** While the page is hidden browsers stop decoding, so stillness means nothing. */
  setHidden(hidden: boolean): void;
  /** Counts what was decoded up to the next sample as old: the picture is known to be gone. */
  settle(): void;
  stop(): void;
};

/** Samples twice a second whether the picture moves. */
export function createFrameWatch({ clock, onFrames, onStanding, onStill }: FrameWatchNeeds): FrameWatch {
  let watched: WhepConnection | null = null;
  let frames = 0;
  let atFrame = noPackets;
  let seen: PlaybackStats | null = null;
  let movedAtMs = 0;
  let reported = false;
  let hidden = false;
  let reading = false;
  let settling = false;
  let stopPolling = () => {};

  function check(stats: PlaybackStats) {
    const nowMs = clock.now().getTime();
    if (settling) frames = stats.framesDecoded;
    settling = false;
    const added = stats.framesDecoded - frames;
    if (added > 0) {
      frames = stats.framesDecoded;
      movedAtMs = nowMs;
      atFrame = stats.packets;
      reported = false;
      onFrames(stats, added);
      return;
    }
    if (!hidden) onStanding();
    const patienceMs = frames > 0 ? stallMs : firstFrameMs;
    if (hidden || reported || nowMs - movedAtMs < patienceMs) return;
    reported = true;
    const { received, lost } = stats.packets;
    onStill({ received: received - atFrame.received, lost: lost - atFrame.lost });
  }

  async function sample() {
    const connection = watched;
    if (connection === null || reading) return;
    reading = true;
    const stats = await connection.stats(seen).catch(() => null);
    reading = false;
    if (stats === null || connection !== watched) return;
    seen = stats;
    check(stats);
  }

  function restart() {
    movedAtMs = clock.now().getTime();
    reported = false;
  }

  return {
    watch(connection) {
      stopPolling();
      watched = connection;
      frames = 0;
      atFrame = noPackets;
      seen = null;
      settling = false;
      restart();
      stopPolling = clock.every(pollMs, sample);
    },
    setHidden(now) {
      if (hidden && !now) restart();
      hidden = now;
    },
    settle() {
      settling = true;
    },
    stop() {
      stopPolling();
      watched = null;
    },
  };
}

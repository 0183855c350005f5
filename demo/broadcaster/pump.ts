import { FRAMES_PER_SECOND } from "../clips.ts";
import type { Library } from "./library.ts";
import { createPlaylist, type Reaction } from "./playlist.ts";
import { readFeedback } from "./rtp/feedback.ts";
import { createLane } from "./rtp/lane.ts";
import { H264_TYPE, OPUS_TYPE } from "./sdp.ts";

const FRAME_MS = 1000 / FRAMES_PER_SECOND;
const PACKET_MS = 20;
const VIDEO_TICKS_PER_FRAME = 90_000 / FRAMES_PER_SECOND;
const AUDIO_TICKS_PER_PACKET = 960;
const REPORT_EVERY_MS = 1_000;
/** After a pause longer than this many units, the missed ones are left out instead of sent in a burst. */
const CATCH_UP_MAX = 3;

/** Turns one model's clips and sound into timed RTP. */
export type Pump = {
  ssrcs: { audio: number; video: number };
  /** Sends whatever is due `elapsedMs` after the stream began; call it every few milliseconds. */
  tick(elapsedMs: number): void;
  react(reaction: Reaction): void;
  /** Takes what the engine sent back. */
  onRtcp(packet: Buffer): void;
};

/** The units that are due: at most a few at once, numbered so that time is kept when some were left out. */
function dueUnits(nextUnit: number, elapsedMs: number, unitMs: number): { first: number; end: number } {
  const end = Math.floor(elapsedMs / unitMs) + 1;
  return { first: Math.max(nextUnit, end - CATCH_UP_MAX), end };
}

/** Makes the pump of `login`. `send` takes RTP and RTCP packets; `now` is the wall clock in milliseconds. */
export function createPump(
  login: string,
  library: Library,
  send: (packet: Buffer) => void,
  now: () => number,
): Pump {
  const playlist = createPlaylist((clip) => library.has(login, clip));
  const sound = library.sound(login);
  const video = createLane(H264_TYPE);
  const audio = createLane(OPUS_TYPE);
  let nextFrame = 0;
  let nextPacket = 0;
  let reportAtMs = 0;

  const sendFrame = (index: number) => {
    const { clip, frame } = playlist.next();
    const payloads = library.clip(login, clip).pictures[frame]?.payloads ?? [];
    payloads.forEach((payload, part) => {
      send(video.packet(payload, index * VIDEO_TICKS_PER_FRAME, part === payloads.length - 1));
    });
  };
  const sendSound = (index: number) => {
    const packet = sound[index % sound.length];
    if (packet) send(audio.packet(packet, index * AUDIO_TICKS_PER_PACKET, false));
  };
  const report = (elapsedMs: number) => {
    if (elapsedMs < reportAtMs) return;
    reportAtMs = elapsedMs + REPORT_EVERY_MS;
    send(video.senderReport(Math.round(elapsedMs * 90), now()));
    send(audio.senderReport(Math.round(elapsedMs * 48), now()));
  };

  return {
    ssrcs: { audio: audio.ssrc, video: video.ssrc },
    tick(elapsedMs) {
      const sounds = dueUnits(nextPacket, elapsedMs, PACKET_MS);
      for (let index = sounds.first; index < sounds.end; index++) sendSound(index);
      nextPacket = Math.max(nextPacket, sounds.end);
      const frames = dueUnits(nextFrame, elapsedMs, FRAME_MS);
      for (let index = frames.first; index < frames.end; index++) sendFrame(index);
      nextFrame = Math.max(nextFrame, frames.end);
      report(elapsedMs);
    },
    react: (reaction) => playlist.react(reaction),
    onRtcp(packet) {
      const { keyframe, lost } = readFeedback(packet);
      if (keyframe) playlist.refresh();
      for (const sequence of lost) {
        const kept = video.kept(sequence);
        if (kept) send(kept);
      }
    },
  };
}

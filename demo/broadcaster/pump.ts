import { framesPerSecond } from "../clips.ts";
import type { Library } from "./library.ts";
import { createPlaylist, type Reaction } from "./playlist.ts";
import { readFeedback } from "./rtp/feedback.ts";
import { createLane } from "./rtp/lane.ts";
import { opusType, videoType } from "./sdp.ts";

const frameMs = 1000 / framesPerSecond;
const packetMs = 20;
const videoTicksPerFrame = 90_000 / framesPerSecond;
const audioTicksPerPacket = 960;
const reportEveryMs = 1_000;
/** After a pause longer than this many units, the missed ones are left out instead of sent in a burst. */
const catchUpMax = 3;

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
  return { first: Math.max(nextUnit, end - catchUpMax), end };
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
  const video = createLane(videoType);
  const audio = createLane(opusType);
  let nextFrame = 0;
  let nextPacket = 0;
  let reportAtMs = 0;

  const sendFrame = (index: number) => {
    const { clip, frame } = playlist.next();
    const payloads = library.clip(login, clip).pictures[frame]?.payloads ?? [];
    payloads.forEach((payload, part) => {
      send(video.packet(payload, index * videoTicksPerFrame, part === payloads.length - 1));
    });
  };
  const sendSound = (index: number) => {
    const packet = sound[index % sound.length];
    if (packet) send(audio.packet(packet, index * audioTicksPerPacket, false));
  };
  const report = (elapsedMs: number) => {
    if (elapsedMs < reportAtMs) return;
    reportAtMs = elapsedMs + reportEveryMs;
    send(video.senderReport(Math.round(elapsedMs * 90), now()));
    send(audio.senderReport(Math.round(elapsedMs * 48), now()));
  };

  return {
    ssrcs: { audio: audio.ssrc, video: video.ssrc },
    tick(elapsedMs) {
      const sounds = dueUnits(nextPacket, elapsedMs, packetMs);
      for (let index = sounds.first; index < sounds.end; index++) sendSound(index);
      nextPacket = Math.max(nextPacket, sounds.end);
      const frames = dueUnits(nextFrame, elapsedMs, frameMs);
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

import { asksForKeyframe, feedbackSource, readNack, rtcpParts, rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import type { FrameSource } from "./frame-source.ts";
import type { Peer } from "./peer.ts";
import { createVp8Source } from "./vp8-source.ts";

export type Broadcast = {
  /** How many keyframes were asked for. */
  keyframeRequests(): number;
  /** How many packets were asked for again, and sent again. */
  repeats(): number;
  /** RTP timestamp of the newest packet that has left. */
  newestTimestamp(): number;
  /** Makes the pictures of another byte from the next frame on. */
  repaint(fill: number): void;
  pause(): void;
  resume(): void;
};

const frameMs = 10;
const sentPacketsKept = 512;

type BroadcastOptions = {
  /** The source of the pictures; VP8 when absent. */
  source?: FrameSource;
  ssrc?: number;
  firstSequence?: number;
  /** The byte that the pictures are made of. */
  fill?: number;
  /** Loses packets on their first way: true = not sent. */
  loses?: (packetIndex: number) => boolean;
};

/** Lets a publishing peer behave like an encoder: a keyframe first and whenever asked, and lost packets again. */
export function broadcast(peer: Peer, options: BroadcastOptions = {}): Broadcast {
  const source = options.source ?? createVp8Source(options);
  const kept = new Map<number, Buffer>();
  let [keyframeRequests, repeats, packets, isKeyframeDue] = [0, 0, 0, true];
  let newestTimestamp = 0;
  let { fill } = options;
  const sendFrame = () => {
    answerRequests();
    for (const packet of source.nextFrame({
      keyframe: isKeyframeDue,
      ...(fill === undefined ? {} : { fill }),
    })) {
      const sequence = packet.readUInt16BE(2);
      kept.set(sequence, packet);
      newestTimestamp = packet.readUInt32BE(4);
      kept.delete((sequence - sentPacketsKept) & 0xffff);
      if (!options.loses?.(packets++)) peer.send(packet);
    }
    isKeyframeDue = false;
  };
  const answerRequests = () => {
    for (const { type, format, part } of peer.rtcp.splice(0).flatMap((packet) => [...rtcpParts(packet)])) {
      if (asksForKeyframe(type, format)) {
        keyframeRequests += 1;
        isKeyframeDue = true;
      } else if (type === rtcpTypes.transportFeedback && format === 1 && feedbackSource(part) !== null) {
        for (const packet of readNack(part).flatMap((sequence) => kept.get(sequence) ?? [])) {
          repeats += 1;
          peer.send(packet);
        }
      }
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const broadcasting: Broadcast = {
    keyframeRequests: () => keyframeRequests,
    repeats: () => repeats,
    newestTimestamp: () => newestTimestamp,
    repaint(next) {
      fill = next;
    },
    pause() {
      if (timer) clearInterval(timer);
      timer = null;
    },
    resume() {
      timer ??= setInterval(() => (peer.isOpen() ? sendFrame() : broadcasting.pause()), frameMs);
    },
  };
  broadcasting.resume();
  return broadcasting;
}

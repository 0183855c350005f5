import OpusScript from "opusscript";
import { type Loop, SAMPLE_RATE } from "./synth.ts";

/** 20 ms, the packet length that every browser expects. */
export const PACKET_SAMPLES = (SAMPLE_RATE * 20) / 1000;

const BITRATE = 32_000;
/** Packets encoded before the first one that is kept, so that the encoder enters the loop as it will leave it. */
const RUN_IN_PACKETS = 10;

function pcmOf(loop: Loop, packet: number): Buffer {
  const pcm = Buffer.alloc(PACKET_SAMPLES * 2);
  for (let index = 0; index < PACKET_SAMPLES; index++) {
    const sample = loop[packet * PACKET_SAMPLES + index] ?? 0;
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
  }
  return pcm;
}

/** Encodes a loop to Opus packets of 20 ms that can be repeated for ever. */
export function encodeLoop(loop: Loop): Buffer[] {
  const encoder = new OpusScript(SAMPLE_RATE, 1, OpusScript.Application.AUDIO);
  encoder.setBitrate(BITRATE);
  const count = Math.floor(loop.length / PACKET_SAMPLES);
  const packets: Buffer[] = [];
  for (let turn = -RUN_IN_PACKETS; turn < count; turn++) {
    const packet = encoder.encode(pcmOf(loop, (turn + count) % count), PACKET_SAMPLES);
    if (turn >= 0) packets.push(packet);
  }
  encoder.delete();
  return packets;
}

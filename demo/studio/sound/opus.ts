import OpusScript from "opusscript";
import { type Loop, sampleRate } from "./synth.ts";

/** 20 ms, the packet length that every browser expects. */
export const packetSamples = (sampleRate * 20) / 1000;

const bitrate = 32_000;
/** Packets encoded before the first one that is kept, so that the encoder enters the loop as it will leave it. */
const runInPackets = 10;

function pcmOf(loop: Loop, packet: number): Buffer {
  const pcm = Buffer.alloc(packetSamples * 2);
  for (let index = 0; index < packetSamples; index++) {
    const sample = loop[packet * packetSamples + index] ?? 0;
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
  }
  return pcm;
}

/** Encodes a loop to Opus packets of 20 ms that can be repeated for ever. */
export function encodeLoop(loop: Loop): Buffer[] {
  const encoder = new OpusScript(sampleRate, 1, OpusScript.Application.AUDIO);
  encoder.setBitrate(bitrate);
  const count = Math.floor(loop.length / packetSamples);
  const packets: Buffer[] = [];
  for (let turn = -runInPackets; turn < count; turn++) {
    const packet = encoder.encode(pcmOf(loop, (turn + count) % count), packetSamples);
    if (turn >= 0) packets.push(packet);
  }
  encoder.delete();
  return packets;
}

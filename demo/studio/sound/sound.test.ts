import OpusScript from "opusscript";
import { beforeAll, expect, test } from "vitest";
import { moods, packPackets, unpackPackets } from "../../sound.ts";
import { encodeLoop, packetSamples } from "./opus.ts";
import { type Loop, levelled, sampleRate } from "./synth.ts";
import { composeMood } from "./themes.ts";

let guitar: Loop;

beforeAll(() => {
  guitar = composeMood("guitar");
});

test.each(moods)("%s lasts eight seconds, is audible and stays quiet", (mood) => {
  const loop = composeMood(mood);
  expect(loop).toHaveLength(8 * sampleRate);
  const loudest = loop.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(0.2);
  expect(loudest).toBeLessThan(0.25);
});

test("the same mood is composed the same way, and its end meets its beginning", () => {
  expect(composeMood("guitar")).toEqual(guitar);
  expect(Math.abs((guitar[0] ?? 1) - (guitar.at(-1) ?? -1))).toBeLessThan(0.1);
});

test("packets of 20 ms survive the file and decode to sound", () => {
  const packets = unpackPackets(packPackets(encodeLoop(guitar)));
  expect(packets).toHaveLength(guitar.length / packetSamples);
  const decoder = new OpusScript(sampleRate, 1, OpusScript.Application.AUDIO);
  const decoded = packets.slice(0, 50).map((packet) => decoder.decode(packet));
  decoder.delete();
  expect(decoded.every((pcm) => pcm.length === packetSamples * 2)).toBe(true);
  expect(decoded.some((pcm) => Math.abs(pcm.readInt16LE(400)) > 200)).toBe(true);
});

test("a sound file that is cut short is refused", () => {
  const file = packPackets([Buffer.alloc(40, 1)]);
  expect(() => unpackPackets(file.subarray(0, 30))).toThrow("cut short");
});

test("levelling brings the loudest sample to the peak", () => {
  expect(
    [...levelled(Float32Array.of(0.1, -0.4, 0.2), 0.2)].map((sample) => Number(sample.toFixed(3))),
  ).toEqual([0.05, -0.2, 0.1]);
});

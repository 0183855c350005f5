import { readFile } from "node:fs/promises";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { type ClipName, clipFrames, framesPerSecond } from "../clips.ts";
import { unpackPackets } from "../sound.ts";

/** A film: named after the clip that is seen in it, after as many more idle loops. */
export type Film = { clip: ClipName; loops: number };

/**
 * The clips that follow each other in the shortest film of each kind. The idle loop ends as every clip begins and ends,
 * so that nothing jumps; each film lasts more than half a minute.
 */
const cuts: Readonly<Record<ClipName, readonly [clip: ClipName, times: number][]>> = {
  idle: [["idle", 8]],
  "cheer-small": [
    ["idle", 3],
    ["cheer-small", 1],
    ["idle", 3],
    ["cheer-small", 1],
    ["idle", 1],
  ],
  "cheer-medium": [
    ["idle", 3],
    ["cheer-medium", 1],
    ["idle", 2],
    ["cheer-small", 1],
    ["idle", 2],
  ],
  "cheer-big": [
    ["idle", 3],
    ["cheer-medium", 1],
    ["idle", 3],
    ["cheer-big", 1],
    ["idle", 2],
  ],
  curtain: [
    ["idle", 7],
    ["curtain", 1],
  ],
};

const cutsOf = ({ clip, loops }: Film) => [["idle", loops] as const, ...cuts[clip]];

/** How long a film is, whole seconds. */
export const filmSeconds = (film: Film): number =>
  Math.round(
    cutsOf(film).reduce((sum, [part, times]) => sum + times * clipFrames[part], 0) / framesPerSecond,
  );

const packetSeconds = 0.02;
const sound = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1 } as const;

/**
 * Makes a film, as the bytes of an MP4: the clips in `clipOf`, H.264, one after the other, and the endless piece of
 * music in `soundFile`, Opus, under them. Throws when a clip holds no film.
 */
export async function makeFilm(
  film: Film,
  { clipOf, soundFile }: { clipOf(part: ClipName): string; soundFile: string },
): Promise<Uint8Array> {
  const [video, audio] = [new EncodedVideoPacketSource("avc"), new EncodedAudioPacketSource("opus")];
  const target = new BufferTarget();
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target,
  });
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const music = unpackPackets(await readFile(soundFile));
  let seconds = 0;
  let soundPackets = 0;
  let decoderConfig: VideoDecoderConfig | undefined;
  for (const [part, times] of cutsOf(film)) {
    const { packets, config } = await readClip(clipOf(part));
    decoderConfig ??= config;
    const settings = pictureSettings(config);
    for (let turn = 0; turn < times; turn++) {
      for (const packet of packets) {
        const at = seconds + packet.timestamp;
        // The file names the settings of its first clip; those of another one go before its keyframes.
        const isKey = isKeyframe(packet.data);
        const data = isKey ? Buffer.concat([settings, packet.data]) : packet.data;
        await video.add(new EncodedPacket(data, isKey ? "key" : "delta", at, packet.duration), {
          decoderConfig,
        });
      }
      seconds += clipFrames[part] / framesPerSecond;
      for (; soundPackets * packetSeconds < seconds; soundPackets++) {
        const data = music[soundPackets % music.length] as Buffer;
        const packet = new EncodedPacket(data, "key", soundPackets * packetSeconds, packetSeconds);
        await audio.add(packet, { decoderConfig: sound });
      }
    }
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

async function readClip(file: string): Promise<{ packets: EncodedPacket[]; config: VideoDecoderConfig }> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(file) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error(`${file} holds no film`);
    const packets: EncodedPacket[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
    return { packets, config };
  } finally {
    input.dispose();
  }
}

const idrSlice = 5;

/** Whether a picture is a keyframe: the clips' own tables call each of theirs one. */
const isKeyframe = (sample: Uint8Array) => ((sample[4] ?? 0) & 0x1f) === idrSlice;

/**
 * The picture parameter sets of a clip as they stand in a sample, each after its length in 4 bytes. They follow the sequence
 * parameter sets in the configuration record (ISO/IEC 14496-15, 5.3.3.1), there with lengths in 2 bytes.
 */
function pictureSettings({ description }: VideoDecoderConfig): Buffer {
  const record = Buffer.from(description as ArrayBuffer);
  let at = 5;
  const take = () => {
    const length = record.readUInt16BE(at);
    at += 2 + length;
    return record.subarray(at - length, at);
  };
  for (let sequences = record.readUInt8(at++) & 0x1f; sequences > 0; sequences--) take();
  const found: Buffer[] = [];
  for (let pictures = record.readUInt8(at++); pictures > 0; pictures--) {
    const set = take();
    const length = Buffer.alloc(4);
    length.writeUInt32BE(set.length);
    found.push(length, set);
  }
  return Buffer.concat(found);
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/** Two seconds of H.264 in an MP4, 320 × 180 at 8 frames a second, whose grey turns lighter. */
const grey = path.join(import.meta.dirname, "grey.mp4");

/** A film of two seconds; `note` stands in the file as its comment. */
export async function testVideo(note = ""): Promise<Uint8Array> {
  const film = await readFile(grey);
  if (note === "") return film;
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats: [MP4], source: new BufferSource(film) }),
    output: new Output({ format: new Mp4OutputFormat(), target }),
    tags: { comment: note },
  });
  await conversion.execute();
  return new Uint8Array(target.buffer ?? []);
}

/** The film of two seconds so many times, one after the other, with a tone under it. */
export async function longTestVideo(times: number): Promise<Uint8Array> {
  const input = new Input({ formats: [MP4], source: new BufferSource(await readFile(grey)) });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("the test's film holds no picture");
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const [pictures, sound] = [new EncodedVideoPacketSource("avc"), new EncodedAudioPacketSource("mp3")];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const tone = { decoderConfig: { codec: "mp3", sampleRate: 48_000, numberOfChannels: 1 } };
  for (let turn = 0; turn < times; turn++) {
    for await (const packet of new EncodedPacketSink(track).packets())
      await pictures.add(packet.clone({ timestamp: packet.timestamp + turn * 2 }), { decoderConfig });
    for (const second of [0, 1])
      await sound.add(new EncodedPacket(new Uint8Array(96), "key", turn * 2 + second, 1), tone);
  }
  await output.finalize();
  input.dispose();
  return new Uint8Array(target.buffer ?? []);
}

/** A second of a tone, in a container of videos. */
export async function testSound(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedAudioPacketSource("mp3");
  output.addAudioTrack(source);
  await output.start();
  const meta = { decoderConfig: { codec: "mp3", sampleRate: 48_000, numberOfChannels: 1 } };
  await source.add(new EncodedPacket(new Uint8Array(96), "key", 0, 1), meta);
  await output.finalize();
  return new Uint8Array(target.buffer ?? []);
}

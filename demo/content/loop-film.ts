import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/** Writes a clip that ends as it begins several times into one longer film. */
export async function loopFilm(clip: string, film: string, times: number): Promise<void> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(clip) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) throw new Error(`${clip} holds no film`);
    const source = new EncodedVideoPacketSource("avc");
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new FilePathTarget(film),
    });
    output.addVideoTrack(source);
    await output.start();
    const seconds = await input.computeDuration();
    const sink = new EncodedPacketSink(track);
    for (let turn = 0; turn < times; turn++)
      for await (const packet of sink.packets())
        await source.add(packet.clone({ timestamp: packet.timestamp + turn * seconds }), { decoderConfig });
    await output.finalize();
  } finally {
    input.dispose();
  }
}

import h264 from "h264-mp4-encoder";
import { BufferSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from "mediabunny";

const framesPerSecond = 8;
const size = { width: 320, height: 180 };

/** A real H.264 film of some seconds whose grey turns lighter; `note` stands in the file as its comment. */
export async function testVideo({ seconds = 1, note = "" } = {}): Promise<Uint8Array> {
  const encoder = await h264.createH264MP4Encoder();
  Object.assign(encoder, { ...size, frameRate: framesPerSecond, speed: 10 });
  encoder.initialize();
  for (let frame = 0; frame < seconds * framesPerSecond; frame++)
    encoder.addFrameRgba(new Uint8Array(size.width * size.height * 4).fill(40 + frame * 5));
  encoder.finalize();
  const film = encoder.FS.readFile(encoder.outputFilename);
  encoder.delete();
  return note === "" ? film : withComment(film, note);
}

async function withComment(film: Uint8Array, comment: string): Promise<Uint8Array> {
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats: [MP4], source: new BufferSource(film) }),
    output: new Output({ format: new Mp4OutputFormat(), target }),
    tags: { comment },
  });
  await conversion.execute();
  return new Uint8Array(target.buffer ?? []);
}

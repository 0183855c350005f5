import { createCanvas } from "@napi-rs/canvas";
import h264 from "h264-mp4-encoder";
import { type ClipName, clipFrames, framesPerKeyframe, framesPerSecond, videoSize } from "../../clips.ts";
import type { Script } from "./scripts.ts";

/** The encoder's setting, 0 (smallest files) … 10 (fastest): beyond the middle a tenth is gained by twice the time. */
const speed = 5;

/** Constant quantiser of the encoder, 10 (best) … 51; the whirl of a cheer forgives more. */
const quantiserOf = (clip: ClipName): number => (clip === "idle" ? 31 : clip === "cheer-big" ? 41 : 34);

/** Plays a script from its first frame to its last and returns the MP4 file. */
export async function encodeClip(clip: ClipName, script: Script): Promise<Uint8Array> {
  const { width, height } = videoSize;
  const encoder = await h264.createH264MP4Encoder();
  encoder.width = width;
  encoder.height = height;
  encoder.frameRate = framesPerSecond;
  encoder.speed = speed;
  encoder.quantizationParameter = quantiserOf(clip);
  encoder.groupOfPictures = framesPerKeyframe;
  encoder.initialize();
  const context = createCanvas(width, height).getContext("2d");
  for (let frame = 0; frame < clipFrames[clip]; frame++) {
    script(context, frame);
    encoder.addFrameRgba(context.getImageData(0, 0, width, height).data);
  }
  encoder.finalize();
  const file = encoder.FS.readFile(encoder.outputFilename);
  encoder.FS.unlink(encoder.outputFilename);
  encoder.delete();
  return file;
}

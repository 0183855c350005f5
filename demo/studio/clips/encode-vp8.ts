import LibAV from "@libav.js/variant-webm-vp9";
import { createCanvas } from "@napi-rs/canvas";
import { type ClipName, clipFrames, framesPerKeyframe, framesPerSecond } from "../../clips.ts";
import { writeIvf } from "../../ivf.ts";
import { planarOf } from "./planar.ts";
import type { Script } from "./scripts.ts";

/** Constant quantiser of the encoder, 0 (best) … 63; the whirl of a cheer forgives more. */
const quantiserOf = (clip: ClipName): number => (clip === "idle" ? 38 : clip === "cheer-big" ? 52 : 44);

/** Far more than the quantiser lets a picture take: the encoder would leave pictures out to keep to a rate. */
const bitsPerSecond = 4_000_000;

/** Each picture is encoded by itself, in order: none is hidden or late, so that a broadcast can begin at any keyframe. */
const options = { deadline: "good", "cpu-used": "1", "auto-alt-ref": "0", "lag-in-frames": "0" };

/** Plays a script from its first frame to its last and returns the IVF file. */
export async function encodeVp8Clip(
  clip: ClipName,
  script: Script,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const libav = await LibAV.LibAV({ noworker: true, nothreads: true });
  const quantiser = `${quantiserOf(clip)}`;
  await libav.av_log_set_level(libav.AV_LOG_ERROR);
  const format = libav.AV_PIX_FMT_YUV420P;
  const [, encoder, frame, packet] = await libav.ff_init_encoder("libvpx", {
    ctx: { bit_rate: bitsPerSecond, pix_fmt: format, width, height, gop_size: framesPerKeyframe },
    time_base: [1, framesPerSecond],
    options: { ...options, qmin: quantiser, qmax: quantiser, keyint_min: `${framesPerKeyframe}` },
  });
  const context = createCanvas(width, height).getContext("2d");
  const frames = Array.from({ length: clipFrames[clip] }, (_, index) => {
    script(context, index);
    const pixels = context.getImageData(0, 0, width, height).data;
    return { ...planarOf(pixels, { width, height }), width, height, format, pts: index };
  });
  const packets = await libav.ff_encode_multi(encoder, frame, packet, frames, true);
  libav.terminate();
  const pictures = packets.map(({ data }) => Buffer.from(data));
  return writeIvf({ width, height, pictures }, framesPerSecond);
}

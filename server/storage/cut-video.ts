import { rm } from "node:fs/promises";
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { VideoProperties, VideoRefusal } from "./remux-video.ts";

/**
 * Copies the picture of a stretch of a video into the file `path`, without sound and without decoding: from the keyframe at or
 * before `from`, `seconds` long at most. What is copied begins at 0. Only a process of its own calls it.
 */
export async function cutVideo(
  file: string,
  path: string,
  stretch: { from: number; seconds: number },
): Promise<Result<{ properties: VideoProperties }, VideoRefusal>> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new FilePathSource(file) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return refuse("no_video_track");
    const isWebm = (await input.getFormat()) === WEBM;
    const seconds = await copyStretch(track, { path, isWebm, ...stretch });
    if (seconds === null) return refuse("video_broken");
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const contentType = isWebm ? "video/webm" : "video/mp4";
    return ok({ properties: { seconds: Math.round(seconds), width, height, contentType } });
  } catch (error) {
    await rm(path, { force: true });
    // Content that cannot be parsed is refused; a full disk is an outage.
    if (error instanceof Error && "syscall" in error) throw error;
    return refuse("video_broken");
  } finally {
    input.dispose();
  }
}

type Stretch = { path: string; isWebm: boolean; from: number; seconds: number };

/** How many seconds were copied; null when nothing could be. */
async function copyStretch(
  track: InputVideoTrack,
  { path, isWebm, from, seconds }: Stretch,
): Promise<number | null> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getKeyPacket(from, { verifyKeyPackets: true })) ?? (await sink.getFirstPacket());
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!first || !codec || !decoderConfig) return null;
  const source = new EncodedVideoPacketSource(codec);
  const output = new Output({
    format: isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  await output.start();
  let end = 0;
  for await (const packet of sink.packets(first)) {
    const timestamp = packet.timestamp - first.timestamp;
    if (timestamp + packet.duration > seconds) break;
    // Pictures before the keyframe need others that are not there.
    if (timestamp < 0) continue;
    end = Math.max(end, timestamp + packet.duration);
    await source.add(packet.clone({ timestamp }), { decoderConfig });
  }
  await output.finalize();
  return end;
}

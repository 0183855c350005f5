import { rm, stat } from "node:fs/promises";
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { typeOfFileAt } from "./file-head.ts";
import type { ContentType } from "./files.ts";

export type VideoProperties = {
  contentType: ContentType;
  /** Whole seconds, at least 1. */
  seconds: number;
  /** As displayed, turned upright; each from 1 to 32,767. */
  width: number;
  height: number;
};

/** Why a file is no video for us; `video_broken`: part of it is missing or damaged. */
export type VideoRefusal = "not_a_video" | "video_broken" | "no_video_track" | "codec" | "too_long";

/** The codecs that every current browser plays. */
const videoCodecs = new Set<string | null>(["avc", "vp8", "vp9", "av1"]);
const audioCodecs = new Set<string | null>(["aac", "mp3", "opus", "vorbis"]);
/** The most pixels of a side that the columns of every table with videos hold. */
const pixelsMax = 32_767;
/** The most that may be missing at the end of a video, in seconds. */
const missingSecondsMax = 1;
/** A copy has what its source has, and tables of its own. */
const copyBytesMax = (sourceBytes: number) => 2 * sourceBytes + 1024 * 1024;

/**
 * Remuxes the first video and audio track of an MP4, QuickTime or WebM file into the file `path`, without decoding. The
 * tables of a file decide how much memory and time this takes: only a process of its own calls it.
 */
export async function remuxVideo(
  file: string,
  path: string,
  secondsMax: number,
): Promise<Result<{ properties: VideoProperties }, VideoRefusal>> {
  if (!(await typeOfFileAt(file))?.startsWith("video/")) return refuse("not_a_video");
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new FilePathSource(file) });
  try {
    const read = await readProperties(input, secondsMax);
    if (!read.ok) return read;
    const copied = await copy(input, path, copyBytesMax((await stat(file)).size));
    return copied.ok ? read : copied;
  } catch (error) {
    await rm(path, { force: true });
    // Content that cannot be parsed is refused; a full disk is an outage.
    if (error instanceof Error && "syscall" in error) throw error;
    return refuse("video_broken");
  } finally {
    input.dispose();
  }
}

/** Copies the tracks packet by packet, without metadata; throws when one stretch of the source is used over and over. */
async function copy(input: Input, path: string, bytesMax: number): Promise<Result<object, VideoRefusal>> {
  const isWebm = (await input.getFormat()) === WEBM;
  const target = new FilePathTarget(path);
  const conversion = await Conversion.init({
    input,
    output: new Output({
      format: isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false }),
      target,
    }),
    tracks: "primary",
    tags: {},
    copy: { mode: "forced" },
    showWarnings: false,
  });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return refuse("codec");
  const stopWatching = target.on("write", ({ end }) => {
    if (end <= bytesMax) return;
    stopWatching();
    void conversion.cancel();
  });
  let copiedSeconds = 0;
  conversion.onProgress = (_share, seconds) => (copiedSeconds = seconds);
  await conversion.execute();
  return (await isWhole(input, copiedSeconds)) ? ok({}) : refuse("video_broken");
}

/**
 * Whether the file has everything that its tables promise. In a copy or download that broke off, the tables stand
 * whole at its beginning, and the samples that they name lie beyond its end: the last one of each track, or those at
 * which copying ended.
 */
async function isWhole(input: Input, copiedSeconds: number): Promise<boolean> {
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const promised: number[] = [];
  for (const track of tracks) {
    if (!track) continue;
    const last = new EncodedPacketSink(track);
    const inTables = await last.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true });
    if (inTables && !(await last.getPacket(Number.POSITIVE_INFINITY))) return false;
    promised.push(await track.computeDuration());
  }
  // The copied samples count from the first picture, the tables from 0.
  const beginsAt = Math.max(0, await input.getFirstTimestamp());
  if (beginsAt + copiedSeconds < Math.min(...promised) - missingSecondsMax) return false;
  // Matroska has no tables of samples: it names how long it lasts.
  const isWebm = (await input.getFormat()) === WEBM;
  const named = isWebm ? await input.getDurationFromMetadata() : null;
  return named === null || Math.max(...promised) >= named - missingSecondsMax;
}

async function readProperties(
  input: Input,
  secondsMax: number,
): Promise<Result<{ properties: VideoProperties }, VideoRefusal>> {
  if (!(await input.canRead())) return refuse("video_broken");
  const video = await input.getPrimaryVideoTrack();
  if (!video) return refuse((await input.getPrimaryAudioTrack()) ? "no_video_track" : "video_broken");
  if (!(await isPlayable(video, await input.getPrimaryAudioTrack()))) return refuse("codec");
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (![width, height].every(isPixels)) return refuse("not_a_video");
  const duration = await input.computeDuration();
  if (!(Number.isFinite(duration) && duration >= 0)) return refuse("not_a_video");
  const seconds = Math.max(1, Math.round(duration));
  if (seconds > secondsMax) return refuse("too_long");
  const contentType = (await input.getFormat()) === WEBM ? "video/webm" : "video/mp4";
  return ok({ properties: { seconds, width, height, contentType } });
}

const isPixels = (value: number) => Number.isInteger(value) && value >= 1 && value <= pixelsMax;

async function isPlayable(video: InputVideoTrack, audio: InputAudioTrack | null): Promise<boolean> {
  return videoCodecs.has(await video.getCodec()) && (!audio || audioCodecs.has(await audio.getCodec()));
}

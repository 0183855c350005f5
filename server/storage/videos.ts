import { rm } from "node:fs/promises";
import type { Input, InputAudioTrack, InputVideoTrack } from "mediabunny";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentType } from "./files.ts";

/** A remuxed video: its picture and sound unchanged, without metadata (no location, no device). */
export type CleanVideo = {
  /** Path of the new file. */
  path: string;
  contentType: ContentType;
  /** Whole seconds, at least 1. */
  seconds: number;
  /** As displayed, turned upright. */
  width: number;
  height: number;
};

/** Loaded with the first video: most processes see none. */
const loadLibrary = () => import("mediabunny");
type Library = Awaited<ReturnType<typeof loadLibrary>>;

export type VideoRefusal = "not_a_video" | "codec" | "too_long";

/** What every current browser plays. */
const videoCodecs = new Set<string | null>(["avc", "vp8", "vp9", "av1"]);
const audioCodecs = new Set<string | null>(["aac", "mp3", "opus", "vorbis"]);

/**
 * Remuxes the first video and audio track of an MP4, QuickTime or WebM file into a file beside it, without decoding; the
 * source stays. The content decides the format, not the name.
 */
export async function cleanVideo(
  file: string,
  { secondsMax }: { secondsMax: number },
): Promise<Result<{ video: CleanVideo }, VideoRefusal>> {
  const library = await loadLibrary();
  const { FilePathSource, Input, MP4, QTFF, WEBM } = library;
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new FilePathSource(file) });
  try {
    const properties = await readProperties(input, secondsMax);
    if (!properties.ok) return properties;
    const webm = (await input.getFormat()) === WEBM;
    const path = `${file}.clean`;
    const copied = await copy(input, path, webm, library);
    if (!copied.ok) return copied;
    return ok({ video: { ...properties.value, path, contentType: webm ? "video/webm" : "video/mp4" } });
  } finally {
    input.dispose();
  }
}

/** Copies the tracks packet by packet, without metadata. */
async function copy(
  input: Input,
  path: string,
  webm: boolean,
  { Conversion, FilePathTarget, Mp4OutputFormat, Output, WebMOutputFormat }: Library,
): Promise<Result<object, VideoRefusal>> {
  const format = webm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target: new FilePathTarget(path) }),
    tracks: "primary",
    tags: {},
    copy: { mode: "forced" },
    showWarnings: false,
  });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return refuse("codec");
  try {
    await conversion.execute();
    return ok({});
  } catch (error) {
    await rm(path, { force: true });
    return refuseContent(error);
  }
}

type VideoProperties = Pick<CleanVideo, "seconds" | "width" | "height">;

async function readProperties(
  input: Input,
  secondsMax: number,
): Promise<Result<{ value: VideoProperties }, VideoRefusal>> {
  try {
    const video = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null;
    if (!video) return refuse("not_a_video");
    if (!(await playable(video, await input.getPrimaryAudioTrack()))) return refuse("codec");
    const seconds = Math.max(1, Math.round(await input.computeDuration()));
    if (seconds > secondsMax) return refuse("too_long");
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
    return ok({ value: { seconds, width, height } });
  } catch (error) {
    return refuseContent(error);
  }
}

/** Content that cannot be parsed is refused; a full disk is an outage. */
function refuseContent(error: unknown) {
  if (error instanceof Error && "syscall" in error) throw error;
  return refuse("not_a_video");
}

async function playable(video: InputVideoTrack, audio: InputAudioTrack | null): Promise<boolean> {
  return videoCodecs.has(await video.getCodec()) && (!audio || audioCodecs.has(await audio.getCodec()));
}

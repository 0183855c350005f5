import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { boundedProcess, outOfTime, type ProcessBounds } from "./bounded-process.ts";
import type { VideoProperties, VideoRefusal } from "./remux-video.ts";
import type { VideoReport, VideoTask } from "./video-process.ts";

/** A remuxed video: its picture and sound unchanged, without metadata (no location, no device). */
export type CleanVideo = VideoProperties & {
  /** Path of the new file. */
  path: string;
};

const entry = fileURLToPath(new URL("./video-process.ts", import.meta.url));
type Bounds = ProcessBounds & { msMax: number };
/**
 * A heap enough for four hours of film with 30 pictures a second and its sound, and beside it a gigabyte for frames; three
 * times the time that these take on one busy core, which is less than a job may take, with a second core for V8's threads.
 */
const usualBounds: Bounds = {
  heapMegabytesMax: 640,
  memoryMegabytesMax: 3_000,
  cpuSecondsMax: 180,
  msMax: 90_000,
};
/**
 * How V8 and the system end a process that its input has led astray, the latter by SIGKILL where memory is short; a stop of
 * the product sends others. None of these is tried again: it would end so each time, and may take others with it.
 */
const crashes: ReadonlySet<unknown> = new Set([
  ...["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGKILL"],
  outOfTime,
]);
/** Each takes a core, and memory up to the bound. */
const oneOfFew = createConcurrencyLimit(2);

/**
 * Remuxes the first video and audio track of an MP4, QuickTime or WebM file into a file beside it, without decoding;
 * the source stays. The content decides the format, not the name. A file that makes its process run out of memory or
 * time is no video.
 */
export function cleanVideo(
  file: string,
  { secondsMax, ...bounds }: { secondsMax: number } & Partial<Bounds>,
): Promise<Result<{ video: CleanVideo }, VideoRefusal>> {
  const path = `${file}.clean`;
  return newVideo({ file, path, secondsMax }, bounds);
}

/**
 * Cuts a piece out of a video that was cleaned, into a file beside it: its picture alone, unchanged, from the keyframe before
 * `from` on.
 */
export function cutTeaser(
  file: string,
  teaser: { from: number; seconds: number },
): Promise<Result<{ video: CleanVideo }, VideoRefusal>> {
  const path = `${file}.teaser`;
  return newVideo({ file, path, secondsMax: Number.POSITIVE_INFINITY, teaser }, {});
}

async function newVideo(
  task: VideoTask,
  bounds: Partial<Bounds>,
): Promise<Result<{ video: CleanVideo }, VideoRefusal>> {
  const { path } = task;
  try {
    const report = await oneOfFew(() => inProcess(task, { ...usualBounds, ...bounds }));
    if (report?.kind === "failed") throw Object.assign(new Error(report.message), { code: report.code });
    const result = report?.result ?? refuse("not_a_video");
    if (result.ok) return ok({ video: { ...result.properties, path } });
    await rm(path, { force: true });
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * The process's report; null when it crashed or took too long. A process, because a thread that runs out of memory
 * may take the application with it: V8 ends all of it where a single allocation does not fit.
 */
function inProcess(task: VideoTask, { msMax, ...bounds }: Bounds): Promise<VideoReport | null> {
  const child = boundedProcess(entry, [JSON.stringify(task)], bounds);
  const outcome = Promise.withResolvers<VideoReport | null>();
  const timer = setTimeout(() => child.kill("SIGKILL"), msMax);
  child.once("message", (report: VideoReport) => outcome.resolve(report));
  child.once("error", outcome.reject);
  child.once("exit", (code, signal) => {
    clearTimeout(timer);
    if (crashes.has(signal)) outcome.resolve(null);
    else outcome.reject(new Error(`the process that reads a video ended with ${signal ?? code}`));
  });
  return outcome.promise;
}

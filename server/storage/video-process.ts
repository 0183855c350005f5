import { setPriority } from "node:os";
import type { Result } from "#server/kit/result.ts";
import { remuxVideo, type VideoProperties, type VideoRefusal } from "./remux-video.ts";

export type VideoTask = { file: string; path: string; secondsMax: number };

/** The report that the process sends once, before it ends. `failed`: an outage of the disk, or a bug. */
export type VideoReport =
  | { kind: "done"; result: Result<{ properties: VideoProperties }, VideoRefusal> }
  | { kind: "failed"; message: string; code?: string };

/** Shows and payments go first. */
const lowPriority = 10;

async function report({ file, path, secondsMax }: VideoTask): Promise<VideoReport> {
  try {
    return { kind: "done", result: await remuxVideo(file, path, secondsMax) };
  } catch (error) {
    const { stack, code } = error as NodeJS.ErrnoException;
    return { kind: "failed", message: stack ?? String(error), ...(code === undefined ? {} : { code }) };
  }
}

// The application has ended: nobody waits any more.
process.once("disconnect", () => process.exit());
setPriority(lowPriority);
process.send?.(await report(JSON.parse(process.argv[2] ?? "") as VideoTask), () => process.disconnect());

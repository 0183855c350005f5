import { setPriority } from "node:os";
import type { Result } from "#server/kit/result.ts";
import { cutVideo } from "./cut-video.ts";
import { remuxVideo, type VideoProperties, type VideoRefusal } from "./remux-video.ts";

/** `teaser`: a silent cut of so many seconds at most is made of the film, from the keyframe before `from` on. */
export type VideoTask = {
  file: string;
  path: string;
  secondsMax: number;
  teaser?: { from: number; seconds: number };
};

/** The report that the process sends once, before it ends. `failed`: an outage of the disk, or a bug. */
export type VideoReport =
  | { kind: "done"; result: Result<{ properties: VideoProperties }, VideoRefusal> }
  | { kind: "failed"; message: string; code?: string };

/** Shows and payments go first. */
const lowPriority = 10;

async function report({ file, path, secondsMax, teaser }: VideoTask): Promise<VideoReport> {
  try {
    const result = teaser ? await cutVideo(file, path, teaser) : await remuxVideo(file, path, secondsMax);
    return { kind: "done", result };
  } catch (error) {
    const { stack, code } = error as NodeJS.ErrnoException;
    return { kind: "failed", message: stack ?? String(error), ...(code === undefined ? {} : { code }) };
  }
}

// The application has ended: nobody waits any more.
process.once("disconnect", () => process.exit());
setPriority(lowPriority);
process.send?.(await report(JSON.parse(process.argv[2] ?? "") as VideoTask), () => process.disconnect());

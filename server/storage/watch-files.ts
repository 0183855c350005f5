import type { Clock } from "#server/kit/clock.ts";
import type { Files } from "./files.ts";

/** How long an answer is good for, and how long one is waited for, ms. */
const freshMs = 15_000;
const patienceMs = 3_000;

/** The reason why files cannot be stored and read now, in one line; null when there is none. Never rejects. */
export type FilesProblem = () => Promise<string | null>;

/** Checks the file storage once for everybody who wants to know at a time. */
export function watchFiles(files: Pick<Files, "check">, clock: Clock): FilesProblem {
  let asking: Promise<string | null> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = () => {
    askedAt = clock.now().getTime();
    return files.check().then(
      () => null,
      (error: Error) => error.message,
    );
  };
  return async () => {
    const ageMs = clock.now().getTime() - askedAt;
    // Negative after the machine's clock was set back.
    if (!asking || ageMs < 0 || ageMs >= freshMs) asking = ask();
    let stop = () => {};
    const late = new Promise<string>((resolve) => {
      stop = clock.after(patienceMs, () => resolve("the file storage takes too long to answer"));
    });
    try {
      return await Promise.race([asking, late]);
    } finally {
      stop();
    }
  };
}

import type { Sample } from "./track.ts";

/** A picture that stands for longer than this stands in for those that never came. */
const gapUs = 1_000_000;

/** Remembers where in the file pictures stand that can be decoded by themselves, and where none were received. In seconds. */
export function createLandmarks() {
  let keys: number[] = [];
  let gaps: { from: number; to: number }[] = [];
  return {
    /** A picture that can be decoded by itself has come. */
    key: (seconds: number) => void keys.push(seconds),
    /** A picture was written for as long as it is shown. */
    written({ timeUs, durationUs }: Sample) {
      if (durationUs > gapUs) gaps.push({ from: timeUs / 1e6, to: (timeUs + durationUs) / 1e6 });
    },
    lastKey: () => keys.at(-1) ?? 0,
    keyBefore: (seconds: number) => keys.findLast((each) => each <= seconds) ?? null,
    /** How much of the time between two moments was received, µs. */
    receivedUs: (from: number, to: number) =>
      gaps.reduce(
        (us, gap) => us - Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)) * 1e6,
        (to - from) * 1e6,
      ),
    forget(before: number) {
      keys = keys.filter((each) => each >= before);
      gaps = gaps.filter(({ to }) => to >= before);
    },
  };
}

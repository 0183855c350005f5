/** Below this a measurement is mostly chance, in milliseconds. */
const floorMs = 5;
const tries = 9;

/**
 * How many times as long a text takes as its first half, whatever the machine: 2 for work that grows with the length, 4
 * for its square, 8 for its cube. It is the median of several tries, each of which takes the CPU time of both one after
 * the other: a processor that others use as well is slow for a while, and then fast again. Work that costs next to
 * nothing is below 2.
 */
export function growthOf(text: string, work: (text: string) => unknown): number {
  const half = text.slice(0, text.length / 2);
  const ratios = Array.from({ length: tries }, () => {
    const wholeMs = cpuMsOf(() => work(text));
    return (
      wholeMs /
      Math.max(
        floorMs,
        cpuMsOf(() => work(half)),
      )
    );
  });
  return ratios.toSorted((a, b) => a - b)[tries >> 1] ?? Number.NaN;
}

function cpuMsOf(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  return process.cpuUsage(begun).user / 1_000;
}

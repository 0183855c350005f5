/** Below this a measurement is mostly chance, in milliseconds. */
const floorMs = 5;
const tries = 3;

/**
 * How many times as long a text takes as its first half, whatever the machine: 2 for work that grows with the length, 4
 * for its square, 8 for its cube. The least CPU time of several tries counts; what costs next to nothing is below 2.
 */
export function growthOf(text: string, work: (text: string) => unknown): number {
  const half = text.slice(0, text.length / 2);
  return (
    leastMs(() => work(text)) /
    Math.max(
      floorMs,
      leastMs(() => work(half)),
    )
  );
}

function leastMs(work: () => unknown): number {
  const taken = Array.from({ length: tries }, () => {
    const begun = process.cpuUsage();
    work();
    return process.cpuUsage(begun).user / 1_000;
  });
  return Math.min(...taken);
}

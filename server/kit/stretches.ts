/** A stretch of time, ms of CLOCK_MONOTONIC. */
export type Stretch = { fromMs: number; toMs: number };

/** How long stretches that do not overlap are together, ms. */
export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** How long a span is outside the others, ms. */
export const lengthOutside = (span: Stretch, others: readonly Stretch[]): number =>
  lengthOf(without([span], others));

/** The rest of stretches after others are taken out. */
export function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  let left = [...stretches];
  for (const other of others)
    left = left
      .flatMap(({ fromMs, toMs }) => [
        { fromMs, toMs: Math.min(toMs, other.fromMs) },
        { fromMs: Math.max(fromMs, other.toMs), toMs },
      ])
      .filter(({ fromMs, toMs }) => toMs > fromMs);
  return left;
}

/** Stretches of equal time, in order and without overlaps. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const stretch of [...stretches].sort((one, other) => one.fromMs - other.fromMs)) {
    const last = all.at(-1);
    if (last && stretch.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, stretch.toMs);
    else all.push({ ...stretch });
  }
  return all;
}

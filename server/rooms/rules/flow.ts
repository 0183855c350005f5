import type { FlowInterval } from "#server/media/media.ts";

/** A stretch of time, ms of CLOCK_MONOTONIC. */
export type Stretch = { fromMs: number; toMs: number };

/**
 * What may still be counted of a participant: what flowed within `span`, outside the pauses and what has been counted.
 * `dearerFromMs`: since when it costs more.
 */
export type Countable = {
  span: Stretch;
  pauses: readonly Stretch[];
  counted: readonly Stretch[];
  dearerFromMs?: number | undefined;
};

/**
 * For how long media flowed in these intervals, ms, as far as nobody counted it before, and what has been counted then;
 * `cheaperMs` of it while it cost less. Of overlapping intervals the time counts once, whatever playback it was seen by.
 * Where an interval does not show at which moments something flowed, the moments without flow are taken to lie in what is
 * counted, and there where it costs more.
 */
export function countFlow(
  intervals: readonly FlowInterval[],
  { span, pauses, counted, dearerFromMs = Number.NEGATIVE_INFINITY }: Countable,
): { ms: number; cheaperMs: number; counted: Stretch[] } {
  let all = [...counted];
  let ms = 0;
  let cheaperMs = 0;
  const dearer = { fromMs: dearerFromMs, toMs: Number.POSITIVE_INFINITY };
  for (const interval of [...intervals].sort((one, other) => missingMs(one) - missingMs(other))) {
    const within = {
      fromMs: Math.max(interval.fromMs, span.fromMs),
      toMs: Math.min(interval.toMs, span.toMs),
    };
    if (within.toMs <= within.fromMs) continue;
    const fresh = without(without([within], all), pauses);
    const flowedMs = Math.max(0, lengthOf(fresh) - missingMs(interval));
    ms += flowedMs;
    cheaperMs += Math.min(flowedMs, lengthOf(without(fresh, [dearer])));
    all = joined([...all, within]);
  }
  return { ms, cheaperMs, counted: all };
}

/** How long a span is outside the pauses, ms. */
export const lengthOutside = (span: Stretch, pauses: readonly Stretch[]): number =>
  lengthOf(without([span], pauses));

/** How much of an interval did not flow. */
const missingMs = ({ fromMs, toMs, flowedMs }: FlowInterval) => Math.max(0, toMs - fromMs - flowedMs);

const lengthOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** What is left of stretches where others are taken out. */
function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
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

/** The same time, in order and without overlaps. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const stretch of [...stretches].sort((one, other) => one.fromMs - other.fromMs)) {
    const last = all.at(-1);
    if (last && stretch.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, stretch.toMs);
    else all.push({ ...stretch });
  }
  return all;
}

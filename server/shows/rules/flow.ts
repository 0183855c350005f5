import { joined, lengthOf, type Stretch, without } from "#server/kit/stretches.ts";
import type { FlowInterval } from "#server/media/media.ts";

/**
 * The bounds of the media that may still be counted of a participant: media within `span`, outside the pauses and the
 * counted time. `dearerFromMs`: since when it costs more.
 */
export type Countable = {
  span: Stretch;
  pauses: readonly Stretch[];
  counted: readonly Stretch[];
  dearerFromMs?: number | undefined;
};

/**
 * The time for which media flowed in these intervals, ms, as far as nobody counted it before, and the counted time
 * afterwards; `cheaperMs` of it while it cost less. The time of overlapping intervals counts once, whatever playback
 * it was seen by. Where an interval does not show at which moments something flowed, the moments without flow are
 * taken to lie in the counted time, and there where it costs more.
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

/** How much of an interval did not flow. */
const missingMs = ({ fromMs, toMs, flowedMs }: FlowInterval) => Math.max(0, toMs - fromMs - flowedMs);

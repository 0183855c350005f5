import { useEffect, useLayoutEffect, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { useClockAhead } from "#web/lib/server-clock.ts";

/**
 * The server says how a show stands whenever five more seconds are served, and reads that once a second; one more is for the
 * way. Where nothing is heard for longer, media or the line are gone: nobody knows that anything is served, and without
 * media nothing is charged.
 */
const countedSecondsMax = 7;

/**
 * How a show's clock stands this second: the server says it now and then, in between it is counted here, no further than the
 * next word of the server could be away.
 */
export function useSeconds(show: ShowState) {
  const [counted, setCounted] = useState({ show, passed: 0 });
  useEffect(() => {
    if (show.pause !== null) return;
    const since = performance.now();
    const count = () => {
      const passed = Math.floor((performance.now() - since) / 1000);
      setCounted({ show, passed: Math.min(countedSecondsMax, passed) });
    };
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [show]);
  const passed = counted.show === show ? counted.passed : 0;
  return {
    served: show.served_seconds + passed,
    left: show.seconds_left === null ? null : Math.max(0, show.seconds_left - passed),
  };
}

/** Whole seconds until `at`, at most `most`, whatever the device's clock says; counted down while it is shown. */
export function useSecondsUntil(at: string, most: number): number {
  const [left, setLeft] = useState(most);
  const aheadMs = useClockAhead();
  useEffect(() => countDown(Date.parse(at) - aheadMs, most, setLeft), [at, most, aheadMs]);
  return left;
}

/** Seconds that are counted down when a show begins. */
export const beginSeconds = 3;

/**
 * Counts 3, 2, 1 for who pays for a show that has just begun, until something of it is served; 0 afterwards, and for
 * anybody else. It is only what is drawn: the meter says for itself whether it runs.
 */
export function useBeginning(show: ShowState | null): number {
  const begins = show?.role === "payer" && show.state !== "ended" && show.served_seconds === 0;
  const at = begins ? show.started_at : null;
  const aheadMs = useClockAhead();
  const [left, setLeft] = useState(0);
  // Before it is drawn: the first picture of a show is not one that stands still.
  useLayoutEffect(() => {
    if (at === null) return;
    const stop = countDown(Date.parse(at) - aheadMs + beginSeconds * 1000, beginSeconds, setLeft);
    return () => {
      stop();
      setLeft(0);
    };
  }, [at, aheadMs]);
  return at === null ? 0 : left;
}

/** Says the whole seconds until an instant of the device's clock at once and whenever they change; answers how to stop. */
function countDown(atMs: number, most: number, onTick: (left: number) => void): () => void {
  const until = performance.now() + Math.max(0, Math.min(most * 1000, atMs - Date.now()));
  const count = () => onTick(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
  count();
  const timer = setInterval(count, 250);
  return () => clearInterval(timer);
}

import { useEffect, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { useClockAhead } from "#web/lib/server-clock.ts";

/** How a show's clock stands this second: the server says it now and then, in between it is counted here. */
export function useSeconds(show: ShowState) {
  const [counted, setCounted] = useState({ show, passed: 0 });
  useEffect(() => {
    if (show.pause !== null) return;
    const since = performance.now();
    const count = () => setCounted({ show, passed: Math.floor((performance.now() - since) / 1000) });
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
  useEffect(() => {
    const waitMs = Date.parse(at) - Date.now() - aheadMs;
    const until = performance.now() + Math.max(0, Math.min(most * 1000, waitMs));
    const count = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [at, most, aheadMs]);
  return left;
}

import { useEffect, useState } from "react";
import { useClockAhead } from "#web/lib/server-clock.ts";

/** The time of day by the server's clock, updated every second; null until the page runs, since the server's second is another one. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  const aheadMs = useClockAhead();
  useEffect(() => {
    const update = () => setNow(new Date(Date.now() + aheadMs));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [aheadMs]);
  return now;
}

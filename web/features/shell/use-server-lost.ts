import { useEffect, useState, useSyncExternalStore } from "react";
import { serverAnswers, untilServerAnswers } from "#web/lib/api/server-reach.ts";

/**
 * Whether the server cannot be reached at all. A page that is only without its event socket (`away`), which some networks
 * do not let through, can still load everything.
 */
export function useServerLost(away: boolean): boolean {
  const online = useSyncExternalStore(listen, () => navigator.onLine, onServer);
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!away && online) return;
    const end = new AbortController();
    void watch(end.signal, setSilent);
    return () => {
      end.abort();
      setSilent(false);
    };
  }, [away, online]);
  return !online || silent;
}

async function watch(end: AbortSignal, tell: (silent: boolean) => void): Promise<void> {
  if ((await serverAnswers()) || end.aborted) return;
  tell(true);
  await untilServerAnswers(end);
  if (!end.aborted) tell(false);
}

const onServer = () => true;

function listen(changed: () => void): () => void {
  const stop = new AbortController();
  for (const name of ["online", "offline"]) addEventListener(name, changed, { signal: stop.signal });
  return () => stop.abort();
}

import { useCallback, useEffect, useEffectEvent } from "react";
import { type BlockerFunction, createPath, useBlocker, useNavigation } from "react-router";
import { untilServerAnswers, waitForServer } from "#web/lib/server-reach.ts";

type HeldNavigationProps = {
  /** The server cannot be reached. */
  lost: boolean;
  /** Told how to give up the move to another page that waits, and null when none waits any more. */
  onHeld(giveUp: (() => void) | null): void;
};

/**
 * Holds moves to other pages while the server cannot be reached, and carries the last one out as soon as it answers. The
 * router would begin them, fail to get the page's code and load the document anew: the browser's error page.
 */
export function HeldNavigation({ lost, onHeld }: HeldNavigationProps) {
  const leaves = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => lost && currentLocation.pathname !== nextLocation.pathname,
    [lost],
  );
  const blocker = useBlocker(leaves);
  const tell = useEffectEvent(onHeld);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const end = new AbortController();
    tell(() => blocker.reset());
    void untilServerAnswers(end.signal).then(() => end.signal.aborted || blocker.proceed());
    return () => {
      end.abort();
      tell(null);
    };
  }, [blocker]);
  return null;
}

/**
 * Where the loss was not known yet, the router does load the document anew. It is held until the server answers, and
 * leads to the page that was wanted then. Browsers without the Navigation API load at once.
 */
export function useHeldReloads(): void {
  const { location: wanted } = useNavigation();
  const loadWanted = useEffectEvent(() => {
    if (wanted) location.assign(createPath(wanted));
    else location.reload();
  });
  useEffect(() => {
    const stop = new AbortController();
    const hold = (event: NavigateEvent) => {
      if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
      event.preventDefault();
      void waitForServer().then(() => {
        stop.abort();
        loadWanted();
      });
    };
    window.navigation?.addEventListener("navigate", hold, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

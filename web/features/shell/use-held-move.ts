import { useCallback, useEffect, useEffectEvent } from "react";
import { type BlockerFunction, createPath, useBlocker, useNavigate } from "react-router";
import { pageLeaving } from "#web/lib/leaving.ts";
import { untilServerAnswers, waitForServer } from "#web/lib/server-reach.ts";
import { useStore } from "#web/lib/store.ts";
import { type HeldMove, lastMove } from "./last-move.ts";

/**
 * Holds moves to other pages while the server cannot be reached (`lost`), and carries the last one out as soon as it
 * answers. The router would begin them, fail to get the page's code and reload the document: the browser's error page.
 * Returns how to give up the move that waits, null when none does.
 */
export function useHeldMove(lost: boolean): (() => void) | null {
  const waits = useCallback<BlockerFunction>(
    (asked) => lastMove.ask(asked, lost || !navigator.onLine),
    [lost],
  );
  const blocker = useBlocker(waits);
  const navigate = useNavigate();
  const { move } = useStore(lastMove.held);
  const go = useEffectEvent(({ location, action }: HeldMove) => {
    // A step in the history is the router's to take again; it may have forgotten it meanwhile.
    if (action === "POP" && blocker.location === location) return blocker.proceed?.();
    blocker.reset?.();
    void navigate(location, { replace: action === "REPLACE", state: location.state });
  });
  useEffect(() => {
    if (!move) return;
    const end = new AbortController();
    void untilServerAnswers(end.signal).then(() => end.signal.aborted || lastMove.carryOut(go));
    return () => end.abort();
  }, [move]);
  if (!move) return null;
  return () => {
    lastMove.giveUp();
    blocker.reset?.();
  };
}

/**
 * Where the loss was not known yet, the router does reload the document. It is held until the server answers and nobody is on
 * their way to another document, and leads to the page that was wanted last. Browsers without the Navigation API load at once.
 */
export function useHeldReloads(): void {
  useEffect(() => {
    const stop = new AbortController();
    const leaving = pageLeaving();
    const hold = (event: NavigateEvent) => {
      if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
      event.preventDefault();
      const target = lastMove.losesCode();
      void waitForServer()
        .then(leaving.untilStaying)
        .then(() => {
          const wanted = target();
          if (wanted === "nowhere") return;
          stop.abort();
          load(wanted && createPath(wanted));
        });
    };
    window.navigation?.addEventListener("navigate", hold, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Loads the document of `path`, or reloads the present one. */
function load(path: string | null): void {
  const { pathname, search, hash } = location;
  if (path === null || path === pathname + search + hash) location.reload();
  else location.assign(path);
}

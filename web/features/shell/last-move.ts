import type { Location, NavigationType } from "react-router";
import { createStore, type Store } from "#web/lib/store.ts";

/** A move to another page that waits for the server. */
export type HeldMove = { location: Location; action: NavigationType };

type Asked = { currentLocation: Location; nextLocation: Location; historyAction: NavigationType };

export type LastMove = {
  /** The move that waits, if any: always the one that was asked for last. */
  held: Store<{ move: HeldMove | null }>;
  /** The router is asked for a move, at that very moment; true when it has to wait because the server is `lost`. */
  ask(asked: Asked, lost: boolean): boolean;
  /** Somebody wants to stay after all. */
  giveUp(): void;
  /** Hands the move that waits to `go`, which asks the router for it again, and lets it pass. */
  carryOut(go: (move: HeldMove) => void): void;
  /**
   * The router wants to reload the document, because a page's code could not be had. To be called again when the
   * server answers: where the document has to lead then, null for the page it shows, or "nowhere" when a newer move has
   * its own way.
   */
  losesCode(): () => Location | null | "nowhere";
};

/**
 * Knows which page was asked for last while the server could not be reached, so that an older press never wins: neither
 * one that waits here, nor one that the router had begun before the loss was known. It learns of each move as it is asked
 * for; what React has rendered of the router may be older than the last press.
 */
export function createLastMove(): LastMove {
  const held = createStore<{ move: HeldMove | null }>({ move: null });
  let going: Location | null = null;
  let begun = 0;
  let carriesOut = false;
  const begin = (location: Location) => {
    going = location;
    begun++;
  };
  return {
    held,
    ask({ currentLocation, nextLocation, historyAction }, lost) {
      const leaves = currentLocation.pathname !== nextLocation.pathname;
      if (leaves) held.set({ move: null });
      if (leaves && lost && !carriesOut) {
        held.set({ move: { location: nextLocation, action: historyAction } });
        return true;
      }
      begin(nextLocation);
      return false;
    },
    giveUp() {
      held.set({ move: null });
      going = null;
    },
    carryOut(go) {
      const { move } = held.get();
      if (!move) return;
      held.set({ move: null });
      begin(move.location);
      carriesOut = true;
      try {
        go(move);
      } finally {
        carriesOut = false;
      }
    },
    losesCode() {
      const before = begun;
      return () => (held.get().move || begun !== before ? "nowhere" : going);
    },
  };
}

/** The one of this page. */
export const lastMove = createLastMove();

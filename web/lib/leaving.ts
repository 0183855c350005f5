import { browserClock, type Clock } from "./clock.ts";

/** A page that was to be left for longer than this stays: what its address answered was a file, or nothing. */
const leavesWithinMs = 30_000;

type LeavingNeeds = { clock: Clock; page: Pick<EventTarget, "addEventListener"> };

/** Knows whether the person is on their way to another document. */
export type Leaving = {
  /** Resolves at once while nobody leaves; otherwise only once it is clear that they stay. */
  untilStaying(): Promise<void>;
};

/**
 * A browser that begins to load another document may give up what the present one still loads (Firefox does), and a
 * document that reloads itself then takes the place of the one that was asked for: the press is lost.
 */
export function createLeaving({ clock, page }: LeavingNeeds): Leaving {
  let beganAtMs = Number.NEGATIVE_INFINITY;
  page.addEventListener("beforeunload", () => {
    beganAtMs = clock.now().getTime();
  });
  return {
    untilStaying() {
      const leftMs = beganAtMs + leavesWithinMs - clock.now().getTime();
      return leftMs <= 0 ? Promise.resolve() : new Promise((resolve) => clock.after(leftMs, resolve));
    },
  };
}

let ofPage: Leaving | undefined;

/** Of this page, from the first call on. Browser only. */
export function pageLeaving(): Leaving {
  return (ofPage ??= createLeaving({ clock: browserClock, page: window }));
}

import type { Clock } from "#web/lib/clock.ts";
import type { Store } from "#web/lib/store.ts";

/** After how many seconds without a picture the viewer is shown what happened, then more of it. */
const stallSteps = [2, 8, 20] as const;
/** The last step that was reached; 0 before the first. */
export type StallStep = 0 | (typeof stallSteps)[number];

/** Phases of a session in which a picture should be there. */
const missesPicture: readonly string[] = ["connecting", "stalled", "recovering"];

type StallWatchNeeds = { clock: Clock; store: Store<{ phase: string }>; onStep(step: StallStep): void };

/**
 * Counts for how long a picture has been missing that should be there, whatever is tried meanwhile. A room that pauses, ends
 * or is closed to the viewer misses none. `stoodMs` is for how long a picture had stood when its phase became `stalled`.
 */
export function watchStall({ clock, store, onStep }: StallWatchNeeds, stoodMs: number): void {
  let missing = false;
  let cancels: (() => void)[] = [];

  store.subscribe(() => {
    const { phase } = store.get();
    const now = missesPicture.includes(phase);
    if (now === missing) return;
    missing = now;
    for (const cancel of cancels) cancel();
    cancels = [];
    if (!missing) return onStep(0);
    const passedMs = phase === "stalled" ? stoodMs : 0;
    for (const step of stallSteps) {
      const leftMs = step * 1000 - passedMs;
      if (leftMs <= 0) onStep(step);
      else cancels.push(clock.after(leftMs, () => onStep(step)));
    }
  });
}

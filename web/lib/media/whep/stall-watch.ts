import type { Clock } from "#web/lib/clock.ts";
import type { Store } from "#web/lib/store.ts";
import { missesPicture, type StallStep, type WhepPhase } from "./whep-state.ts";

/** After how many seconds without a picture the viewer is shown what happened, then more of it. */
const stallSteps: readonly Exclude<StallStep, 0>[] = [2, 8, 20];

type StallWatchNeeds = { clock: Clock; store: Store<{ phase: WhepPhase }>; onStep(step: StallStep): void };

/**
 * Counts for how long a picture has been missing that should be there, whatever is tried meanwhile. A room that pauses, ends
 * or is closed to the viewer misses none. `stoodMs` is for how long a picture had stood when its phase became `stalled`.
 */
export function watchStall({ clock, store, onStep }: StallWatchNeeds, stoodMs: number): void {
  let missing = false;
  let cancels: (() => void)[] = [];

  store.subscribe(() => {
    const { phase } = store.get();
    const now = missesPicture(phase);
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

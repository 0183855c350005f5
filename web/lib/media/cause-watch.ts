import type { Clock } from "#web/lib/clock.ts";
import type { Store } from "#web/lib/store.ts";
import { concludedAfterSeconds, type NoPicture } from "./no-picture.ts";

type CauseWatchNeeds<Phase extends string> = {
  clock: Clock;
  store: Store<{ phase: Phase }>;
  onCause(cause: NoPicture | null): void;
  /** Whether media should flow in this phase. */
  isMissing(phase: Phase): boolean;
  /** For how many milliseconds it has been missing when the phase begins. */
  passedMs?(phase: Phase): number;
  /** The causes that phases name by themselves. */
  causes?: Partial<Record<Phase, NoPicture>>;
};

/**
 * Says why no media flows. A cause that is found while it is missing is shown once it has been missing for long
 * enough, and at once where it is certain.
 */
export function watchCause<Phase extends string>(needs: CauseWatchNeeds<Phase>) {
  const { clock, store, onCause, isMissing, passedMs = () => 0, causes = {} } = needs;
  let concluded: NoPicture | null = null;
  let missing = false;
  let isLate = false;
  let cancel = () => {};

  store.subscribe(() => {
    const { phase } = store.get();
    const now = isMissing(phase);
    if (now && missing) return;
    if (!now) onCause((causes as Partial<Record<Phase, NoPicture>>)[phase] ?? null);
    if (now === missing) return;
    missing = now;
    isLate = false;
    concluded = null;
    cancel();
    if (!now) return;
    onCause(null);
    cancel = clock.after(concludedAfterSeconds * 1000 - passedMs(phase), () => {
      isLate = true;
      onCause(concluded);
    });
  });

  return {
    found(cause: NoPicture | null, isCertain = false) {
      if (!missing) return;
      concluded = cause;
      if (isCertain || isLate) onCause(cause);
    },
  };
}

import { useEffect, useEffectEvent } from "react";

/**
 * Calls `take` once, when the component is alive. What was chosen or typed before the page was hydrated stands in the
 * browser's elements, but no handler was there yet: React leaves it standing, and says nothing of it. `Segmented` and the
 * search box, which every page loads, have an effect of their own for it: shared code would weigh more there.
 */
export function useEarly(take: () => void): void {
  const takeOnce = useEffectEvent(take);
  useEffect(() => takeOnce(), []);
}

import { useEffect, useEffectEvent } from "react";

/**
 * Calls `take` once, when the component is alive. What was chosen or typed before the page was hydrated stands in the
 * browser's elements, but no handler was there yet: React leaves it standing, and says nothing of it.
 */
export function useEarly(take: () => void): void {
  const takeOnce = useEffectEvent(take);
  useEffect(() => takeOnce(), []);
}

import { useEffect, useEffectEvent } from "react";

/**
 * Calls `take` once, when the component is mounted, so that it can read its elements. A visitor may have chosen or typed
 * something before the page was hydrated: React keeps that in the element and calls no handler for it. `Segmented` and
 * the search box have an effect of their own instead, because every page loads them and shared code would weigh more.
 */
export function useOnHydration(take: () => void): void {
  const takeOnce = useEffectEvent(take);
  useEffect(() => takeOnce(), []);
}

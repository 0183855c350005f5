import { type ComponentType, lazy, Suspense } from "react";
import { useAlive } from "#web/lib/use-alive.ts";

/** A component that the first drawing goes without: its code is loaded once the page is alive. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Later() {
    return (
      useAlive() && (
        <Suspense>
          <Loaded />
        </Suspense>
      )
    );
  };
}

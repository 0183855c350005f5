import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import { loadCode } from "#web/lib/page/load-code.ts";
import { useAlive } from "./use-alive.ts";

/** A component whose code is loaded when it is first drawn; without a connection, as soon as there is one again. */
export function lazily<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }));
}

/** A component that the first drawing goes without: its code is loaded once the page is alive. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazily(load);
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

import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
} from "react";
import { loadCode } from "./load-code.ts";

/** A component whose code is loaded when it is first rendered; without a connection, as soon as there is one again. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }));
}

/** A component that is no part of the served document: its code is loaded once the page is hydrated. */
export function afterHydration(load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazyComponent(load);
  return function AfterHydration() {
    return (
      useHydrated() && (
        <Suspense>
          <Loaded />
        </Suspense>
      )
    );
  };
}

/** False on the server and while the browser hydrates what the server rendered; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** Stays true once it was: what was begun has to see its end, though its sign is gone. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}

const subscribeToNothing = () => () => {};

import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { loadCode } from "#web/lib/load-code.ts";

/** A component whose code is loaded when it is first rendered; without a connection, as soon as there is one again. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }));
}

/**
 * A component that a press opens: its code is loaded when it is first rendered, and `place` stands meanwhile. Not by
 * Suspense: React keeps a fallback for 300 ms at least, and reveals what comes after everything else that it has to do.
 */
export function openedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: (props: Props) => ReactNode = nothing,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OpenedComponent(props) {
    const [Opened, setOpened] = useState(() => loaded);
    useEffect(() => {
      if (Opened) return;
      loadCode(load).then(
        (code) => {
          loaded = code;
          setOpened(() => code);
        },
        (error) =>
          setOpened(() => {
            throw error;
          }),
      );
    }, [Opened]);
    return Opened ? <Opened {...props} /> : place(props);
  };
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

/**
 * False on the server and while the browser hydrates what the server rendered; then true, by a rendering that presses and
 * scrolling may interrupt. True at once in what only the browser renders.
 */
export function useHydrated(): boolean {
  let hydrating = false;
  // Two snapshots that differ would render the whole page again at once, and nothing else could happen meanwhile. React
  // asks for the server's on the server and while it hydrates, and only then.
  useSyncExternalStore(subscribeToNothing, nothing, () => {
    hydrating = true;
    return nothing();
  });
  const [hydrated, setHydrated] = useState(!hydrating);
  useEffect(() => {
    if (!hydrated) startTransition(() => setHydrated(true));
  }, [hydrated]);
  return hydrated;
}

/** Stays true once it was: what was begun has to see its end, though its sign is gone. */
export function useLatch(now: boolean): boolean {
  const [latched, setLatched] = useState(now);
  if (now && !latched) setLatched(true);
  return latched;
}

const nothing = () => null;
const subscribeToNothing = () => () => {};

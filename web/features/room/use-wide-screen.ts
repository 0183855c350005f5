import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1440px)";

/** Whether there is room for the rail; not on the server, which does not know the screen. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}

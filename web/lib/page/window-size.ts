import { useEffect } from "react";
import { createStore, useStore } from "../store.ts";

/** The inner size of the window, in CSS pixels. */
export type WindowSize = { width: number; height: number };

const narrow = 768;
const heightBeyondWidth = 100;

/**
 * Whether a size is one to lay things out by. A narrow window that is hardly higher than wide is a phone whose keyboard is
 * open, or that is turned for a moment: what was laid out stays.
 */
export function isLayoutSize({ width, height }: WindowSize): boolean {
  return width >= narrow || height > width + heightBeyondWidth;
}

/** On the server, and until the browser has reported it: an ordinary desktop. */
const stored = createStore<WindowSize>({ width: 1280, height: 800 });

/** The newest size of the window that {@link isLayoutSize}. */
export function useWindowSize(): WindowSize {
  useEffect(() => {
    const store = () => {
      const size = { width: window.innerWidth, height: window.innerHeight };
      if (isLayoutSize(size)) stored.set(size);
    };
    store();
    window.addEventListener("resize", store);
    return () => window.removeEventListener("resize", store);
  }, []);
  return useStore(stored);
}

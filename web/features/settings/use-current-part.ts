import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "#web/lib/page/lazy.tsx";

/** Below this, in pixels from the top of the window, a section is being read. */
const readingLine = 160;
/** A scroll so soon after a choice is the choice itself. */
const choiceMs = 400;

/**
 * `hydrated`: before, only CSS knows the part that the address names, as `:target`. `chosen`: that part. `current`: the
 * chosen one until the page is scrolled, then the one at the top of the window, at the page's end the last.
 */
export function useCurrentPart(anchors: readonly string[]): {
  hydrated: boolean;
  chosen: string | null;
  current: string | null;
} {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const named = hydrated ? hash.slice(1) : "";
  const chosen = anchors.includes(named) ? named : null;
  const [read, setRead] = useState<{ part: string | null; chosen: string | null } | null>(null);
  const list = anchors.join(" ");
  useEffect(() => {
    const since = performance.now();
    const look = () => {
      if (performance.now() - since < choiceMs && chosen !== null) return;
      setRead({ part: partInSight(list.split(" ")), chosen });
    };
    const stop = new AbortController();
    window.addEventListener("scroll", look, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [chosen, list]);
  useFocusOf(chosen);
  const isRead = read !== null && read.chosen === chosen;
  return { hydrated, chosen, current: isRead ? read.part : (chosen ?? anchors[0] ?? null) };
}

function partInSight(anchors: string[]): string | null {
  const page = document.documentElement;
  if (page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 2)
    return anchors.at(-1) ?? null;
  const passed = anchors.filter((anchor) => {
    const top = document.getElementById(anchor)?.getBoundingClientRect().top;
    return top !== undefined && top <= readingLine;
  });
  return passed.at(-1) ?? anchors[0] ?? null;
}

/** A choice moves the focus to what it shows: to the section, or back to its entry in the list. */
function useFocusOf(chosen: string | null): void {
  const before = useRef(chosen);
  useEffect(() => {
    const last = before.current;
    before.current = chosen;
    if (last === chosen) return;
    if (chosen !== null) document.getElementById(chosen)?.focus({ preventScroll: true });
    else document.querySelector<HTMLElement>(`a[href$="#${last}"]`)?.focus();
  }, [chosen]);
}

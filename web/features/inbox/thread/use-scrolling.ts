import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import type { ThreadSession, ThreadState } from "./thread-session.ts";

/** So close to the end counts as being there. */
const nearPx = 48;
/** So far from the beginning older messages are asked for. */
const aheadPx = 300;

/**
 * Where the reader is: the newest message stays in sight for who is there, what one reads stays where it is while older
 * messages come before it, and coming near the oldest asks for more.
 */
export function useScrolling(
  ref: RefObject<HTMLElement | null>,
  thread: ThreadSession,
  { items, atBottom }: ThreadState,
  typing: boolean,
): { hydrated: boolean; onScroll(): void } {
  const hydrated = useHydrated();
  const first = items.find(({ state }) => state === "delivered")?.key;
  const newest = items.at(-1)?.key;
  const before = useRef({ first, height: 0 });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !hydrated) return;
    const grown = box.scrollHeight - before.current.height;
    if (!atBottom && before.current.first !== first && before.current.height > 0) box.scrollTop += grown;
    before.current = { first, height: box.scrollHeight };
  }, [ref, hydrated, first, atBottom]);
  // Each new line at the end is a reason to go there
  useLayoutEffect(() => {
    if (hydrated && atBottom) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [ref, hydrated, atBottom, newest, typing, items]);
  const settle = useEffectEvent(() => {
    const box = ref.current;
    // Until then the end is where a list in reverse order begins, whatever comes.
    if (!box || !hydrated) return;
    if (atBottom) box.scrollTo({ top: box.scrollHeight });
    before.current.height = box.scrollHeight;
  });
  useEffect(() => {
    const lines = ref.current?.firstElementChild;
    if (!ref.current || !lines) return;
    // Pictures that come, and a keyboard that takes room, move the end.
    const watch = new ResizeObserver(() => settle());
    watch.observe(lines);
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [ref]);
  return {
    hydrated,
    onScroll() {
      const box = ref.current;
      if (!box) return;
      // Upwards a list in reverse order counts below zero.
      if (!hydrated) return thread.setAtBottom(-box.scrollTop < nearPx);
      thread.setAtBottom(box.scrollHeight - box.scrollTop - box.clientHeight < nearPx);
      if (box.scrollTop < aheadPx && !thread.get().failed) void thread.loadOlder();
    },
  };
}

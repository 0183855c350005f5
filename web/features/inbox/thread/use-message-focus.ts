import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { composerId } from "./Composer.tsx";
import type { ThreadItem } from "./thread-item.ts";

/**
 * Handlers for the list of messages in `box`. When what has the focus goes (a message that is taken back, the dialog that
 * asked about it, the buttons of one that is sent again), the focus moves to that message, else to the next one, else to
 * the one before, and to the composer when none is left. Without them it would fall out of the page.
 */
export function useMessageFocus(box: RefObject<HTMLElement | null>, items: readonly ThreadItem[]) {
  const inside = useRef(false);
  /** The message that had the focus last; null: something else in the list. */
  const focused = useRef<string | null>(null);
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const keys = items.map(({ key }) => key);
    if (inside.current && document.activeElement === document.body) {
      const messages = messagesIn(box.current);
      const at = keys.indexOf(nearest(before.current, new Set(keys), focused.current) ?? "");
      const left = focused.current === null ? box.current : document.getElementById(composerId);
      (messages[at] ?? left)?.focus({ preventScroll: true });
    }
    before.current = keys;
  });
  return {
    // Events of a dialog that a message has opened come here too, as React lets them bubble.
    onFocus({ target }: FocusEvent) {
      inside.current = true;
      const at = messagesIn(box.current).findIndex((message) => message.contains(target));
      if (at >= 0 || box.current?.contains(target)) focused.current = before.current[at] ?? null;
    },
    onBlur({ target }: FocusEvent) {
      // An element that was taken away has not been left.
      if (target.isConnected) inside.current = false;
    },
  };
}

const messagesIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(".message") ?? [])];

/** This message if it is still there, else the first behind it, else the last before it. */
function nearest(
  before: readonly string[],
  there: ReadonlySet<string>,
  key: string | null,
): string | undefined {
  if (key === null) return undefined;
  const at = before.indexOf(key);
  const isPresent = (one: string) => there.has(one);
  return before.slice(at).find(isPresent) ?? before.slice(0, at).findLast(isPresent);
}

import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * Props for an element whose button gives way to another one while it has the focus ("Send", then "Sending"): the
 * focus moves on to the new button. Without them it would fall out of the page, and the keyboard with it.
 */
export function useKeepFocus<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>("button:enabled")?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus() {
      inside.current = true;
    },
    onBlur(event: FocusEvent) {
      // A button that was taken away has not been left.
      if (event.target.isConnected) inside.current = false;
    },
  };
}

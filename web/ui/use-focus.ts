import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * Handlers for a Radix layer that was opened without a Radix trigger: the focus goes back to where it was before, which
 * Radix itself only does for its own triggers.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}

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

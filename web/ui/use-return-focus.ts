import { useRef } from "react";

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

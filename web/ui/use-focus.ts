import { type FocusEvent, useLayoutEffect, useRef } from "react";

export type LayerFocus = {
  /** Nobody asked for the layer: what is being typed is to press nothing in it. */
  uninvited?: boolean;
  /** What lies under it can still be used. */
  modeless?: boolean;
};

/**
 * Handlers for a Radix layer that was opened without a Radix trigger: the focus goes back to where it was before, which
 * Radix itself only does for its own triggers. A layer that nobody asked for gets it as a whole, none of its buttons;
 * one that lies beside what is being typed does not get it at all.
 */
export function useReturnFocus({ uninvited = false, modeless = false }: LayerFocus = {}) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      const active = document.activeElement;
      before.current = active;
      if (!uninvited) return;
      event.preventDefault();
      if (modeless && active?.matches("input, textarea")) return;
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
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

import { type FocusEvent, useLayoutEffect, useRef } from "react";

export type LayerFocus = {
  /** Nobody asked for the layer: what is being typed is to press nothing in it. */
  uninvited?: boolean;
  /** The page under it can still be used. */
  modeless?: boolean;
};

/** The elements that take the focus when the part of them that had it is gone. */
const homes = "li, ul, ol, fieldset, article, section, main, [role=dialog], [data-focus-home]";

/**
 * The heirs to an element's focus when it is gone, the nearest first: the elements around it, and in a list the items
 * behind its own and then those before it.
 */
function heirsOf(element: Element, box: Element | null = null): Element[] {
  const heirs: Element[] = [];
  for (let at: Element | null = element; at && at !== box;) {
    at = at.parentElement;
    if (at?.matches(homes)) heirs.push(at);
    if (!at?.matches("li")) continue;
    const items = [...(at.parentElement?.children ?? [])];
    const own = items.indexOf(at);
    heirs.push(...items.slice(own + 1), ...items.slice(0, own).reverse());
  }
  return heirs;
}

/** Gives the focus to the first of them that is in the page and can have it. */
function giveFocus(heirs: readonly Element[]): void {
  heirs.some((heir) => heir instanceof HTMLElement && heir.isConnected && takesFocus(heir));
}

function takesFocus(heir: HTMLElement): boolean {
  const isMade = heir.matches(homes) && !heir.hasAttribute("tabindex");
  const cleanup = () => heir.removeAttribute("tabindex");
  if (isMade) heir.tabIndex = -1;
  heir.focus({ preventScroll: true });
  const isTaken = document.activeElement === heir;
  // A later press on the element is meant for the one behind it.
  if (isMade && isTaken) heir.addEventListener("blur", cleanup, { once: true });
  else if (isMade) cleanup();
  return isTaken;
}

/**
 * A `ref` for an element whose parts come and go: when one that has the focus is taken away (a row that its own
 * button removes), the focus moves to the nearest of the parts that are left. It would fall out of the page, and the
 * keyboard with it. Code that moves the focus itself goes first.
 */
export function keepFocusInside(box: HTMLElement | null) {
  if (!box) return;
  const stop = new AbortController();
  const { signal } = stop;
  /** The focused element and its heirs; nothing when it is outside. */
  let line: Element[] = [];
  const isLost = () => line[0]?.isConnected === false;
  const take = (target: Element) => {
    line = [target, ...heirsOf(target, box)];
  };
  const leave = (to: EventTarget | null) => {
    // Some browsers say of what is being taken away that it is left, too: only afterwards is it known.
    if (to === null) setTimeout(() => !isLost() && document.activeElement !== line[0] && (line = []));
    else line = [];
  };
  box.addEventListener("focusout", ({ relatedTarget }) => leave(relatedTarget), { signal });
  box.addEventListener("focusin", ({ target }) => target instanceof Element && take(target), { signal });
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    setTimeout(() => {
      if (!isLost()) return;
      const heirs = line;
      line = [];
      if (document.activeElement === document.body) giveFocus(heirs);
    });
  });
  observer.observe(box, { childList: true, subtree: true });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}

/**
 * Handlers for a Radix layer that was opened without a Radix trigger: the focus goes back to where it was before, which
 * Radix itself only does for its own triggers, or to what is nearest to that when it is gone. A layer that nobody asked
 * for gets it as a whole, none of its buttons; one that lies beside what is being typed does not get it at all.
 */
export function useReturnFocus({ uninvited = false, modeless = false }: LayerFocus = {}) {
  const before = useRef<readonly Element[]>([]);
  return {
    onOpenAutoFocus(event: Event) {
      const active = document.activeElement;
      before.current = active ? [active, ...heirsOf(active)] : [];
      if (!uninvited) return;
      event.preventDefault();
      if (modeless && active?.matches("input, textarea")) return;
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // The code that took the opener away may have moved the focus already, to the next step.
      if (before.current[0]?.isConnected || document.activeElement === document.body)
        giveFocus(before.current);
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
      ref.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus({ preventScroll: true });
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

import type { Clock } from "#web/lib/clock.ts";

const intentMs = 150;
const longPressMs = 400;

/**
 * Reports which of the elements of a selector is pointed at: a mouse that rests on it, or a finger that is held on it. Null:
 * none any more.
 */
export function followPointing(
  page: Document,
  clock: Pick<Clock, "after">,
  selector: string,
  onPointed: (card: HTMLElement | null) => void,
): () => void {
  const stop = new AbortController();
  const cardAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  let aimed: HTMLElement | null = null;
  let pointed: HTMLElement | null = null;
  let cancelIntent = () => {};
  /** The finger that was lifted last had shown a picture. */
  let held = false;

  function aim(card: HTMLElement | null, afterMs: number) {
    if (card === aimed) return;
    cancelIntent();
    aimed = card;
    if (pointed) onPointed(null);
    pointed = null;
    if (!card) return;
    cancelIntent = clock.after(afterMs, () => {
      pointed = card;
      onPointed(card);
    });
  }

  const listen = <K extends keyof DocumentEventMap>(
    kind: K,
    listener: (event: DocumentEventMap[K]) => void,
    capture = false,
  ) => page.addEventListener(kind, listener, { signal: stop.signal, capture });
  listen("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse") aim(cardAt(target), intentMs);
  });
  listen("pointerout", ({ pointerType, relatedTarget }) => {
    if (pointerType === "mouse" && relatedTarget === null) aim(null, 0);
  });
  listen("pointerdown", ({ pointerType, target }) => {
    held = false;
    if (pointerType === "touch") aim(cardAt(target), longPressMs);
  });
  // The browser cancels a touch when it becomes a scroll.
  for (const kind of ["pointerup", "pointercancel"] as const)
    listen(kind, ({ pointerType }) => {
      if (pointerType !== "touch") return;
      held = pointed !== null;
      aim(null, 0);
    });
  // A person who held a card wanted to look, not to enter; the browser's own menu of a link would cover the picture.
  listen(
    "click",
    (event) => {
      if (held) event.preventDefault();
      held = false;
    },
    true,
  );
  listen("contextmenu", (event) => {
    if (pointed && cardAt(event.target) === pointed && isTouch(event)) event.preventDefault();
  });
  // A mouse that rests on a card already sends no event of it.
  if (matchMedia("(hover: hover)").matches) aim(page.querySelector(`${selector}:hover`), intentMs);
  return () => {
    stop.abort();
    cancelIntent();
  };
}

const isTouch = (event: MouseEvent) => (event as PointerEvent).pointerType === "touch";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { createSwipe, type SwipeNeeds } from "./swipe.ts";

/** Elements that scroll or are typed in keep their own vertical movements. */
const ownMovements = "[role=log], [role=dialog], form, fieldset, textarea, input";

/** Follows one finger over the element. */
export function useSwipe(element: RefObject<HTMLElement | null>, needs: SwipeNeeds): void {
  const drag = useEffectEvent(needs.onDrag);
  const done = useEffectEvent(needs.onSwipe);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const swipe = createSwipe({ onDrag: (px) => drag(px), onSwipe: (to) => done(to) });
    box.addEventListener("touchstart", (event) => begin(swipe, event), options);
    box.addEventListener("touchmove", ({ touches }) => swipe.move(pointOf(touches[0])), options);
    box.addEventListener(
      "touchend",
      ({ changedTouches, timeStamp }) => swipe.end(pointOf(changedTouches[0]), timeStamp),
      options,
    );
    box.addEventListener("touchcancel", () => swipe.cancel(), options);
    return () => stop.abort();
  }, [element]);
}

function begin(swipe: ReturnType<typeof createSwipe>, { touches, target, timeStamp }: TouchEvent) {
  if (touches.length > 1) return swipe.cancel();
  const scrolls = target instanceof Element && target.closest(ownMovements) !== null;
  swipe.begin(pointOf(touches[0]), timeStamp, !scrolls);
}

function pointOf(touch: Touch | undefined) {
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
}

import { type RefObject, useEffect, useEffectEvent } from "react";

const LEAST_PX = 64;

/** Calls back when a finger moves across the element to the right or left, clearly more sideways than up or down. */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  onSwipe: (to: "left" | "right") => void,
): void {
  const swiped = useEffectEvent(onSwipe);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const stop = new AbortController();
    let from: { x: number; y: number } | null = null;
    const begin = ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      from = touch ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!from || !touch) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(dx) >= LEAST_PX && Math.abs(dx) > 2 * Math.abs(dy)) swiped(dx > 0 ? "right" : "left");
    };
    box.addEventListener("touchstart", begin, { passive: true, signal: stop.signal });
    box.addEventListener("touchend", end, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [element]);
}

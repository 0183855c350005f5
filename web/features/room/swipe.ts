export type SwipeTo = "left" | "right" | "up" | "down";
type Point = { x: number; y: number };

export type SwipeNeeds = {
  /** How far the finger has moved the room up (negative) or down, in px; 0 when it was let go. */
  onDrag(px: number): void;
  onSwipe(to: SwipeTo): void;
};

/** Before this much movement a finger may still mean a tap. */
const decidedPx = 12;
const sidewaysPx = 64;
const verticalPx = 96;
/** A flick may be shorter, if it is this fast. */
const flickPxPerMs = 0.5;
const flickPx = 40;

/** One finger's way over the room: sideways it counts at its end, up and down the room goes along. */
export function createSwipe({ onDrag, onSwipe }: SwipeNeeds) {
  let from: (Point & { atMs: number; vertical: boolean }) | null = null;
  let axis: "none" | "sideways" | "vertical" = "none";
  const way = (at: Point, start: Point) => ({ dx: at.x - start.x, dy: at.y - start.y });
  return {
    /** `vertical` is false where a list scrolls under the finger. */
    begin(at: Point, atMs: number, vertical: boolean) {
      from = { ...at, atMs, vertical };
      axis = "none";
    },
    move(at: Point) {
      if (!from) return;
      const { dx, dy } = way(at, from);
      if (axis === "none" && Math.max(Math.abs(dx), Math.abs(dy)) >= decidedPx)
        axis = Math.abs(dy) > Math.abs(dx) ? "vertical" : "sideways";
      if (axis === "vertical" && from.vertical) onDrag(dy);
    },
    end(at: Point, atMs: number) {
      if (!from) return;
      const { dx, dy } = way(at, from);
      const { vertical, atMs: sinceMs } = from;
      from = null;
      if (axis === "vertical" && vertical) {
        const isFlick = Math.abs(dy) >= flickPx && Math.abs(dy) / Math.max(1, atMs - sinceMs) >= flickPxPerMs;
        if (Math.abs(dy) >= verticalPx || isFlick) onSwipe(dy < 0 ? "up" : "down");
        else onDrag(0);
      } else if (Math.abs(dx) >= sidewaysPx && Math.abs(dx) > 2 * Math.abs(dy)) {
        onSwipe(dx > 0 ? "right" : "left");
      }
    },
    /** A second finger, or the system, took the gesture over. */
    cancel() {
      from = null;
      if (axis === "vertical") onDrag(0);
    },
  };
}

import { expect, test } from "vitest";
import { createSwipe } from "./swipe.ts";

function finger(vertical = true) {
  const swiped: string[] = [];
  const drags: number[] = [];
  const swipe = createSwipe({ onSwipe: (to) => swiped.push(to), onDrag: (px) => drags.push(px) });
  const go = (dx: number, dy: number, ms = 400) => {
    swipe.begin({ x: 200, y: 400 }, 0, vertical);
    for (const part of [0.5, 1]) swipe.move({ x: 200 + dx * part, y: 400 + dy * part });
    swipe.end({ x: 200 + dx, y: 400 + dy }, ms);
    return swiped.at(-1) ?? null;
  };
  return { swipe, go, drags };
}

test.each([
  [0, -120, "up"],
  [10, 130, "down"],
  [90, 10, "right"],
  [-90, 20, "left"],
  [3, -5, null],
  [70, 60, null],
  [0, -60, null],
])("%i px sideways and %i px down are %s", (dx, dy, expected) => {
  expect(finger().go(dx, dy)).toBe(expected);
});

test("A short but fast flick counts; the same way slowly does not, and the room falls back", () => {
  expect(finger().go(0, -50, 60)).toBe("up");
  const slow = finger();
  expect(slow.go(0, -50, 600)).toBeNull();
  expect(slow.drags).toEqual([-25, -50, 0]);
});

test("Over a list that scrolls a finger moves the list, but still hides the chat", () => {
  const list = finger(false);
  expect(list.go(0, -300)).toBeNull();
  expect(list.drags).toEqual([]);
  expect(list.go(100, 0)).toBe("right");
});

test("A second finger ends the gesture", () => {
  const { swipe, drags } = finger();
  swipe.begin({ x: 0, y: 0 }, 0, true);
  swipe.move({ x: 0, y: -80 });
  swipe.cancel();
  swipe.end({ x: 0, y: -200 }, 100);
  expect(drags).toEqual([-80, 0]);
});

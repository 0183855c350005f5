// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { followPointing } from "./pointing.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function scene() {
  document.body.innerHTML =
    "<ul><li data-preview=luna><a href=#x>Luna</a></li><li data-preview=mia><a>Mia</a></li><li><a>Sol</a></li></ul>";
  const [luna, mia, sol] = document.querySelectorAll("a");
  if (!luna || !mia || !sol) throw new Error("no cards");
  const clock = manualClock();
  const pointed: (string | null)[] = [];
  stops.push(
    followPointing(document, clock, "[data-preview]", (card) => pointed.push(card?.dataset.preview ?? null)),
  );
  const send = (target: Element, type: string, pointerType: string) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, "pointerType", { value: pointerType });
    return target.dispatchEvent(event);
  };
  return { clock, pointed, send, luna, mia, sol };
}

test("a mouse that rests on a card points at it, one that passes does not", () => {
  const { clock, pointed, send, luna, mia, sol } = scene();
  send(luna, "pointerover", "mouse");
  clock.advance(100);
  send(mia, "pointerover", "mouse");
  clock.advance(149);
  expect(pointed).toEqual([]);
  clock.advance(1);
  expect(pointed).toEqual(["mia"]);
  send(sol, "pointerover", "mouse");
  clock.advance(500);
  expect(pointed).toEqual(["mia", null]);
});

test("a finger that is held on a card points at it until it is lifted, and does not enter", () => {
  const { clock, pointed, send, luna } = scene();
  send(luna, "pointerdown", "touch");
  clock.advance(400);
  expect(send(luna, "contextmenu", "touch"), "the browser's menu stays away").toBe(false);
  send(luna, "pointerup", "touch");
  expect(pointed).toEqual(["luna", null]);
  expect(send(luna, "click", "touch")).toBe(false);
  send(luna, "pointerdown", "touch");
  clock.advance(100);
  send(luna, "pointerup", "touch");
  expect(send(luna, "click", "touch"), "a tap enters").toBe(true);
  expect(pointed).toEqual(["luna", null]);
});

test("a touch that becomes a scroll points at nothing, and a held one swallows no later tap", () => {
  const { clock, pointed, send, luna, mia } = scene();
  send(luna, "pointerdown", "touch");
  clock.advance(200);
  send(luna, "pointercancel", "touch");
  clock.advance(400);
  expect(pointed).toEqual([]);
  send(luna, "pointerdown", "touch");
  clock.advance(400);
  send(luna, "pointerup", "touch");
  send(mia, "pointerdown", "touch");
  expect(send(mia, "click", "touch")).toBe(true);
});

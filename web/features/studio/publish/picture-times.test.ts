import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createPictureTimes } from "./picture-times.ts";

function studio() {
  const clock = manualClock();
  const begin = createPictureTimes(clock);
  const sent: string[] = [];
  const show = (what: string) => begin(() => sent.push(what));
  return { clock, sent, show };
}

test("a picture is sent once it has settled, and then once a minute until the room shows something else", () => {
  const { clock, sent, show } = studio();
  const stop = show("camera");
  clock.advance(3_999);
  expect(sent).toEqual([]);
  clock.advance(1);
  expect(sent).toEqual(["camera"]);
  clock.advance(59_999);
  expect(sent).toHaveLength(1);
  clock.advance(1);
  expect(sent).toHaveLength(2);
  stop();
  clock.advance(120_000);
  expect(sent).toHaveLength(2);
});

test("a camera that takes a room over is on its card 20 s after the picture before, not a minute later", () => {
  const { clock, sent, show } = studio();
  const stop = show("another encoder");
  clock.advance(5_000);
  stop();
  show("camera");
  clock.advance(18_999);
  expect(sent).toEqual(["another encoder"]);
  clock.advance(1);
  expect(sent).toEqual(["another encoder", "camera"]);
});

test("a camera that is switched on and off and on again sends no more than one picture in 20 s", () => {
  const { clock, sent, show } = studio();
  for (let turn = 0; turn < 10; turn++) {
    const stop = show("camera");
    clock.advance(6_000);
    stop();
  }
  expect(sent.length).toBeLessThanOrEqual(3);
  show("camera");
  clock.advance(20_000);
  expect(sent.at(-1)).toBe("camera");
});

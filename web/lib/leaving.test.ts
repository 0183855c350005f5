import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createLeaving } from "./leaving.ts";

function page() {
  const clock = manualClock();
  const events = new EventTarget();
  const leaving = createLeaving({ clock, page: events });
  let stays = false;
  return {
    clock,
    leave: () => events.dispatchEvent(new Event("beforeunload")),
    wait: () => void leaving.untilStaying().then(() => (stays = true)),
    async stays() {
      await Promise.resolve();
      return stays;
    },
  };
}

test("a page that nobody leaves may reload itself at once", async () => {
  const { wait, stays } = page();
  wait();
  expect(await stays()).toBe(true);
});

test("a page that is being left does not reload itself in the place of the one that was asked for", async () => {
  const { clock, leave, wait, stays } = page();
  leave();
  clock.advance(5_000);
  wait();
  clock.advance(24_999);
  expect(await stays()).toBe(false);
  clock.advance(1);
  expect(await stays()).toBe(true);
});

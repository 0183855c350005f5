import { afterEach, expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { fan, guest, type HubFixture, startHub } from "./realtime-fixture.ts";

let hub: HubFixture | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

test("R-OPEN-54: a page that says more often than every 500 ms that somebody types is heard as often as it may", async () => {
  const clock = manualClock();
  const heard: [number | null, number][] = [];
  hub = await startHub({ clock, typing: ({ userId }, chatId) => void heard.push([userId, chatId]) });
  const page = await hub.open(fan(7), "person:7");
  for (let n = 0; n < 5; n++) page.say(["typing", 3]);
  await page.settled();
  clock.advance(500);
  page.say(["typing", 4]);
  await page.settled();
  expect(heard).toEqual([
    [7, 3],
    [7, 4],
  ]);
});

test("R-OPEN-54: a guest types nowhere, and what goes wrong with a sign harms no socket", async () => {
  const heard: (number | null)[] = [];
  hub = await startHub({
    typing: ({ userId }) => {
      heard.push(userId);
      throw new Error("no database");
    },
  });
  const visitor = await hub.open(guest, "public");
  visitor.say(["typing", 3]);
  await visitor.settled();
  const page = await hub.open(fan(7), "person:7");
  page.say(["typing", 3]);
  await page.settled();
  expect(heard).toEqual([7]);
  expect(hub.errors).toHaveLength(1);
  expect(page.closed()).toBeNull();
});

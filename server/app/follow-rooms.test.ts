import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import type { MediaEvent } from "#server/media/media.ts";
import { followRooms } from "./follow-rooms.ts";
import type { AppNeeds, Modules } from "./needs.ts";

/** Two rooms on air, `luna` and `sol`, whose list is read when the test decides. */
async function onAir() {
  let emit = (_event: MediaEvent) => {};
  let read = () => {};
  const turns: string[] = [];
  const cameras: string[] = [];
  const media = {
    rooms: () => new Map(),
    onEvent(listener: typeof emit) {
      emit = listener;
      return () => undefined;
    },
    onReport: () => () => undefined,
  };
  const rooms = {
    takeOver: async () => undefined,
    publisherTurned: async (slug: string, what: string) => void turns.push(`${slug} ${what}`),
    liveSlugs: () =>
      new Promise<string[]>((resolve) => {
        read = () => resolve(["luna", "sol"]);
      }),
    presence: {},
  };
  const shows = {
    takeOver: async () => undefined,
    cameras: {
      rooms: () => ["camera:1", "camera:2"],
      turned: async (room: string, on: boolean) => void cameras.push(`${room} ${on ? "on" : "off"}`),
    },
  };
  const needs = { media, log: createLogger("silent"), clock: systemClock };
  const modules = { rooms, shows, realtime: { onMembership: () => () => undefined } };
  const follower = followRooms(needs as unknown as AppNeeds, modules as unknown as Modules);
  await follower.takeOver();
  return {
    turns,
    cameras,
    engine: (kind: "engine-down" | "engine-restarted") => emit({ kind }),
    loses: (...rooms: string[]) => emit({ kind: "engine-down", silentMs: 0, rooms: new Set(rooms) }),
    starts: (room: string) => emit({ kind: "publisher-started", room, sessionId: "new" }),
    async read() {
      read();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("a publisher who is back before the rooms of a restarted engine are read stays on air", async () => {
  const s = await onAir();
  s.engine("engine-down");
  s.engine("engine-restarted");
  s.starts("luna");
  await s.read();
  expect(s.turns).toEqual(["luna started", "sol lost"]);
});

test("who was back after one restart is lost by the next, until they are back again", async () => {
  const s = await onAir();
  s.engine("engine-down");
  s.starts("luna");
  await s.read();
  s.engine("engine-down");
  s.starts("sol");
  await s.read();
  expect(s.turns).toEqual(["luna started", "sol lost", "sol started", "luna lost"]);
});

test("of an engine that goes on elsewhere only the rooms that it carried are lost, and who is back there is forgotten", async () => {
  const s = await onAir();
  s.starts("luna");
  s.starts("sol");
  s.loses("luna", "camera:2");
  await s.read();
  expect(s.turns.splice(0)).toEqual(["luna started", "sol started", "luna lost"]);
  expect(s.cameras).toEqual(["camera:2 off"]);
  s.loses("sol");
  s.starts("sol");
  await s.read();
  expect(s.turns.splice(0)).toEqual(["sol started"]);
});

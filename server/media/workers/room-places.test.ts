import { expect, test } from "vitest";
import { RoomPlaces } from "./room-places.ts";

/** A room with so many viewers at the worker that it was given. */
function begin(places: RoomPlaces, room: string, viewers: number, workers = [0, 1, 2]): number {
  const worker = places.publish(room, workers);
  if (worker === undefined) throw new Error("no worker");
  places.published(room, worker);
  for (const nth of ["publisher", ...Array(viewers).keys()])
    places.opened(`${room} ${nth}`, { worker, room });
  return worker;
}

test("rooms go where least is carried, those that begin at once too, and stay there whatever the load", () => {
  const places = new RoomPlaces();
  expect(["luna", "sol", "kai"].map((room) => places.publish(room, [0, 1, 2]))).toEqual([0, 1, 2]);
  for (const [worker, room] of ["luna", "sol", "kai"].entries()) places.published(room, worker);
  expect(begin(places, "luna", 50), "a publisher who comes again").toBe(0);
  expect(begin(places, "mar", 20)).toBe(1);
  expect(begin(places, "nube", 10)).toBe(2);
  expect(begin(places, "ola", 0), "less than both others").toBe(2);
  expect(places.publish("luna", [1, 2]), "held by one that is not asked for").toBe(0);
  for (const nth of Array(20).keys()) places.closed(`mar ${nth}`);
  expect(begin(places, "pez", 0)).toBe(1);
  expect(places.publish("rio", [])).toBeUndefined();
});

test("a room keeps its place while its worker reports it or somebody is on their way to publish, and no longer", () => {
  const places = new RoomPlaces();
  expect(places.publish("luna", [0, 1])).toBe(0);
  places.reported(0, new Set());
  expect(places.of("luna"), "a report of before the answer").toBe(0);
  places.published("luna", 0);
  places.reported(1, new Set());
  places.reported(0, new Set(["luna"]));
  expect(places.of("luna")).toBe(0);
  places.reported(0, new Set());
  expect(places.of("luna")).toBeUndefined();
});

test("with a worker go its rooms and sessions, and no others; a late answer of it counts for nothing", () => {
  const places = new RoomPlaces();
  begin(places, "luna", 1, [0]);
  begin(places, "sol", 1, [1]);
  expect(places.publish("mar", [0])).toBe(0);
  expect(places.lose(0)).toEqual({
    rooms: new Set(["luna", "mar"]),
    sessions: [
      { sessionId: "luna publisher", room: "luna" },
      { sessionId: "luna 0", room: "luna" },
    ],
  });
  expect([places.of("luna"), places.ofSession("luna 0")]).toEqual([undefined, undefined]);
  expect([places.of("sol"), places.ofSession("sol 0")]).toEqual([1, 1]);
  expect(places.publish("mar", [1])).toBe(1);
  places.published("mar", 0);
  places.reported(1, new Set(["sol"]));
  expect(places.of("mar"), "still on its way").toBe(1);
});

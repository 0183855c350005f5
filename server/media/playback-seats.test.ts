import { expect, test } from "vitest";
import { createSeatAllocator, type Seat, seatFor } from "./playback-seats.ts";

const limits = { perPersonMax: 2, perAddressMax: 3, perRoomMax: 10, max: 20 };
let sessions = 0;

function seat(person: string, more: Partial<Seat> = {}): Seat {
  sessions += 1;
  return { sessionId: `s${sessions}`, person, address: person, room: "luna", kind: "room", ...more };
}

const asking = (person: string, address = person) =>
  ({ person, address, room: "luna", kind: "room" }) as const;
const previewing = (person: string, address = person) =>
  ({ ...asking(person, address), kind: "preview" }) as const;
const preview = (person: string, more: Partial<Seat> = {}) => seat(person, { kind: "preview", ...more });
const crowd = (count: number, more: Partial<Seat> = {}) =>
  Array.from({ length: count }, (_, index) => seat(`crowd ${index}`, more));

test("a user's newest session replaces their oldest, in any room, and nobody else's", () => {
  const [first, second, other] = [seat("nico", { room: "sol" }), seat("nico"), seat("sofia")];
  expect(seatFor(asking("nico"), [first], limits)).toEqual({ ok: true, ending: [] });
  expect(seatFor(asking("nico"), [first, other, second], limits)).toEqual({
    ok: true,
    ending: [first.sessionId],
  });
});

test("a replaced session that cannot be ended keeps its seat, and the server goes on", async () => {
  const first = { sessionId: "first", tag: "nico|public", person: "nico", address: "home", room: "luna" };
  const [failures, replaced] = [[] as string[], [] as string[]];
  let isAway = true;
  const seats = createSeatAllocator({
    media: {
      viewers: () => [first],
      endSession: async () => (isAway ? Promise.reject(new Error("timeout")) : true),
    },
    limits: { ...limits, perPersonMax: 1 },
    kindOf: () => "room",
    onReplaced: ({ sessionId }) => void replaced.push(sessionId),
    log: { error: (_fields: object, message?: string) => void failures.push(String(message)) },
  });
  const takeSeat = async () => {
    const reserved = seats.reserve(first);
    if (!reserved.ok) throw new Error(reserved.refusal);
    reserved.confirm();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await takeSeat();
  expect([failures.length, replaced]).toEqual([1, []]);
  isAway = false;
  await takeSeat();
  expect([failures.length, replaced]).toEqual([1, ["first"]]);
});

test("a one-to-one show is ended last", () => {
  const [show, open] = [seat("nico", { kind: "show" }), seat("nico")];
  expect(seatFor(asking("nico"), [show, open], limits)).toEqual({ ok: true, ending: [open.sessionId] });
});

test("sessions being set up count, so that concurrent requests get no more than sequential ones", () => {
  const settingUp = [seat("nico", { sessionId: null }), seat("nico", { sessionId: null })];
  expect(seatFor(asking("nico"), settingUp, limits)).toEqual({ ok: false, refusal: "too_many_of_person" });
});

test("one address has a limited number of seats, however many accounts it uses", () => {
  const accounts = [1, 2, 3].map((n) => seat(`account ${n}`, { address: "203.0.113.1" }));
  expect(seatFor(asking("account 4", "203.0.113.1"), accounts, limits)).toEqual({
    ok: false,
    refusal: "too_many_from_address",
  });
  expect(seatFor(asking("account 4", "203.0.113.2"), accounts, limits)).toMatchObject({ ok: true });
});

test("a user who replaces their own session takes no further seat of their address", () => {
  const home = "203.0.113.1";
  const seats = [
    seat("nico", { address: home }),
    seat("nico", { address: home }),
    seat("sofia", { address: home }),
  ];
  expect(seatFor(asking("nico", home), seats, limits)).toEqual({ ok: true, ending: [seats[0]?.sessionId] });
});

test("the last tenth of a room, and of the server, is for users without a seat", () => {
  const mine = seat("nico");
  const room = [...crowd(8), mine];
  expect(seatFor(asking("nico"), room, limits)).toEqual({ ok: true, ending: [mine.sessionId] });
  expect(seatFor(asking("sofia"), room, limits)).toEqual({ ok: true, ending: [] });
  const everywhere = [...crowd(17, { room: "sol" }), mine];
  expect(seatFor(asking("nico"), everywhere, limits)).toEqual({ ok: true, ending: [mine.sessionId] });
});

test("in a full room a user who watches twice loses one, and where nobody does the newcomer is refused", () => {
  const twice = [seat("nico"), seat("nico")];
  expect(seatFor(asking("sofia"), [...crowd(8), ...twice], limits)).toEqual({
    ok: true,
    ending: [twice[0]?.sessionId],
  });
  expect(seatFor(asking("sofia"), crowd(10), limits)).toEqual({ ok: false, refusal: "too_many" });
  expect(seatFor(asking("sofia"), crowd(20, { room: "sol" }), limits)).toEqual({
    ok: false,
    refusal: "too_many",
  });
});

test("a preview replaces the user's older previews, and nothing that they watch", () => {
  const [watched, ...previews] = [seat("nico"), preview("nico"), preview("nico")];
  expect(seatFor(previewing("nico"), [watched, ...previews], limits)).toEqual({
    ok: true,
    ending: [previews[0]?.sessionId],
  });
  expect(seatFor(asking("nico"), [watched, ...previews], limits)).toEqual({ ok: true, ending: [] });
});

test("previews of an address are counted apart from what is watched there", () => {
  const home = "203.0.113.1";
  const previews = [1, 2, 3].map((n) => preview(`guest ${n}`, { address: home }));
  expect(seatFor(previewing("guest 4", home), previews, limits)).toEqual({
    ok: false,
    refusal: "too_many_from_address",
  });
  expect(seatFor(asking("nico", home), previews, limits)).toEqual({ ok: true, ending: [] });
});

test("previews fill half of a room and of the server, and give way to who watches", () => {
  const half = Array.from({ length: 5 }, (_, n) => preview(`guest ${n}`));
  expect(seatFor(previewing("late"), half, limits)).toEqual({ ok: false, refusal: "too_many" });
  expect(seatFor(previewing("late"), half.slice(1), limits)).toEqual({ ok: true, ending: [] });
  expect(seatFor(previewing("late"), crowd(10, { room: "sol" }), limits)).toEqual({
    ok: false,
    refusal: "too_many",
  });
  expect(seatFor(asking("sofia"), [...half, ...crowd(5)], limits)).toEqual({
    ok: true,
    ending: [half[0]?.sessionId],
  });
});

import { expect, test } from "vitest";
import type { Room } from "#contract/live.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { reloadedEntry } from "./room-entry.ts";

const roomWith = (token: string, watchers: number) =>
  ({
    id: 1,
    model: { id: 1, login: "luna", gender_id: 1, isStream: true },
    stream: { mode: "one_to_many", promo: "", status: "began", type: "public", promoId: null },
    watchers,
    playback: { protocol: "whep", url: "http://here.test/whep/luna", token },
  }) as unknown as Room;
const inside = { kind: "open", room: roomWith("first", 9) } as const satisfies RoomEntry;

test("a room that is read again keeps its picture and takes everything else", () => {
  const fresh = { kind: "open", room: roomWith("second", 12) } as const;
  expect(reloadedEntry(inside, fresh)).toEqual({ kind: "open", room: roomWith("first", 12) });
  expect(reloadedEntry(undefined, fresh)).toBe(fresh);
});

test.each([
  { kind: "not_started", slug: "luna", model: null, message: "not live", from: { epoch: "e", sequence: 1 } },
  { kind: "unknown" },
] as const)("R-LIVE-06: a fan who is inside when the room turns out $kind sees the stream's end", (fresh) => {
  const shown = reloadedEntry(inside, fresh);
  expect(shown).toMatchObject({ kind: "open", room: { stream: { status: "stopped" }, watchers: 0 } });
  expect(reloadedEntry(undefined, fresh), "who comes from outside").toBe(fresh);
});

test("a reload that fails takes nothing away, one that is refused does", () => {
  expect(reloadedEntry(inside, { kind: "failed", message: "no line" })).toBe(inside);
  const refused = { kind: "refused", code: "banned", message: "blocked" } as const;
  expect(reloadedEntry(inside, refused)).toBe(refused);
});

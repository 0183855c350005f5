import type * as livekit from "livekit-client";
import { DisconnectReason, RoomEvent } from "livekit-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeEngine } from "#testing/web/media/watching-engine.ts";

/** LiveKit's rooms on paper: each lets in at once, and ends for the reason that a test gives. */
const rooms = vi.hoisted(() => [] as { end(reason?: number): void }[]);

vi.mock("livekit-client", async (load) => ({
  ...(await load<typeof livekit>()),
  Room: class {
    readonly remoteParticipants = new Map();
    readonly localParticipant: { sid: string; setAttributes(): Promise<void> };
    readonly #handlers = new Map<string, (reason?: number) => void>();
    constructor() {
      rooms.push({ end: (reason) => this.#handlers.get(RoomEvent.Disconnected)?.(reason) });
      this.localParticipant = { sid: `session ${rooms.length}`, setAttributes: async () => {} };
    }
    on(name: string, handler: (reason?: number) => void) {
      this.#handlers.set(name, handler);
    }
    async connect() {}
    async disconnect() {}
  },
}));

const playback = { url: "ws://media.test/livekit/luna", token: "fresh", protocol: "livekit" } as const;

beforeEach(() => rooms.splice(0));
afterEach(() => vi.restoreAllMocks());

/** A page that plays by LiveKit. */
async function playing() {
  const engine = fakeEngine();
  engine.fresh = { ok: true, playback };
  engine.session.start();
  await vi.waitFor(() => expect(engine.session.get().stream).not.toBeNull());
  return engine;
}

test("R-OPEN-60: a page whose connection ends because a newer one took its place rests, whenever the event comes, until it is asked for again", async () => {
  const { session, pass } = await playing();
  rooms[0]?.end(DisconnectReason.DUPLICATE_IDENTITY);
  expect(session.get().phase).toBe("elsewhere");
  await pass(60_000);
  session.replaced("session 1");
  expect([session.get().phase, rooms.length]).toEqual(["elsewhere", 1]);
  session.resume();
  await vi.waitFor(() => expect(rooms).toHaveLength(2));
  session.leave();
});

test.each([
  ["is lost", undefined],
  ["is ended with its room", DisconnectReason.ROOM_DELETED],
  ["is taken away", DisconnectReason.PARTICIPANT_REMOVED],
])("R-OPEN-60: a page whose connection %s connects again at once", async (_what, reason) => {
  const { session } = await playing();
  rooms[0]?.end(reason);
  expect(session.get().phase).toBe("connecting");
  await vi.waitFor(() => expect(rooms).toHaveLength(2));
  session.leave();
});

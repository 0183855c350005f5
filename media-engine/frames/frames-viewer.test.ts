import { expect, test } from "vitest";
import { decodeFramesMessage, type FramesMessage } from "#contract/media-frames.ts";
import { Publisher } from "#engine/publisher.ts";
import { Room } from "#engine/room.ts";
import { Session } from "#engine/session.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { FramesViewer } from "./frames-viewer.ts";
import { ShownFlow } from "./shown-flow.ts";

const codec = {
  name: "VP8",
  payloadType: 96,
  rtxPayloadType: 97,
  clockHz: 90_000,
  channels: null,
  parameters: "",
};
const offered = {
  kind: "video",
  protocol: "UDP/TLS/RTP/SAVPF",
  payloads: "96 97",
  mid: "0",
  direction: "sendonly",
  codecs: [],
  extensionIds: new Map(),
  supportsRemb: false,
  sendRids: [],
  retransmissionPairs: [],
} as const;

/** A room whose publisher sends 24 pictures a second, and viewers over HTTPS whose wires take everything. */
function roomOfPages() {
  const room = new Room(
    "r",
    () => {},
    (task) => task(),
  );
  const publisher: Publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec, offered } } as unknown as Publisher["media"],
    videoSsrc: room.video.ssrc,
    send: () => {},
    onMedia: (media, layer, nowMs) => room.forward(publisher, media, layer, nowMs),
  });
  room.takePublisher(publisher);
  const source = createVp8Source({ packetsPerFrame: 1, picture: { width: 320, height: 180, firstId: 1 } });
  const written: (FramesMessage | null)[] = [];
  const note = (message: Buffer) => {
    const mark = message[1] ?? 0;
    written.push(
      decodeFramesMessage(Uint8Array.from(message.subarray(mark < 126 ? 2 : mark === 126 ? 4 : 10))),
    );
  };
  return {
    room,
    written,
    publisher,
    source,
    /** `keyframe` is whether the first picture decodes by itself. */
    publish(fromMs: number, toMs: number, keyframe = false) {
      for (let nowMs = fromMs; nowMs < toMs; nowMs += 40)
        for (const packet of source.nextFrame({ keyframe: keyframe && nowMs === fromMs }))
          publisher.receive(packet, nowMs);
    },
    letIn(id: string, nowMs: number) {
      const session = new Session(id, "viewer", "fan:1|private", nowMs);
      const wire = {
        isOpen: true,
        isFree: () => true,
        write: note,
        ping() {},
        close() {},
      };
      session.attach(wire);
      room.sessions.set(id, session);
      const viewer = new FramesViewer({
        sessionId: id,
        tag: session.tag,
        hasSound: false,
        codecs: ["VP8"],
        wire,
        letInMs: nowMs,
        frames: room.frames,
        onKeyframeWanted: () => {},
      });
      room.addViewer(viewer);
      return {
        begin: () => room.admitFrames(viewer, nowMs),
        leave: (atMs: number) => room.remove(session, atMs),
      };
    },
  };
}

test("a viewer who is let in has eight seconds until they begin, however long the room has been live", () => {
  const { room, publish, letIn } = roomOfPages();
  publish(100_000, 120_000, true);
  letIn("v", 120_000);
  publish(120_000, 128_001);
  expect(room.overdue(120_500)).toEqual([]);
  expect(room.overdue(128_000).map(({ id }) => id)).toEqual(["v"]);
});

test("R-OPEN-63: what a viewer is sent at once of before counts as sent, also when they leave with it", () => {
  const { room, publish, letIn } = roomOfPages();
  const stays = letIn("w", 100_000);
  stays.begin();
  publish(100_000, 100_900, true);
  const comes = letIn("v", 100_900);
  comes.begin();
  comes.leave(100_901);
  const left = room.describe(101_000).departed.find(({ sessionId }) => sessionId === "v");
  expect(left?.flowed).toEqual([]);
  expect(left?.sentMs).toBeGreaterThan(700);
});

test("R-OPEN-66: a picture of before all viewers were ended, repeated late, reaches nobody who comes then", () => {
  const { room, publisher, source, publish, letIn, written } = roomOfPages();
  const before = letIn("v", 100_000);
  before.begin();
  publish(100_000, 101_000, true);
  const late = source.nextFrame({ keyframe: true });
  publish(101_040, 101_200);
  room.seal(101_200);
  before.leave(101_200);
  letIn("w", 101_210).begin();
  written.length = 0;
  for (const packet of late) publisher.receive(packet, 101_220);
  publish(101_240, 101_400);
  expect(written.filter((message) => message?.kind === "video")).toEqual([]);
  publish(101_400, 102_000, true);
  expect(written.filter((message) => message?.kind === "video").length).toBeGreaterThan(10);
});

test("R-OPEN-63: a page that shows nothing yet does not pay for what was sent to it until then", () => {
  const flow = new ShownFlow();
  const atMs = 100_000;
  for (let ms = 0; ms <= 3_000; ms += 40) {
    flow.note("video", (atMs + ms) * 1_000, atMs + ms);
    if (ms % 520 === 0 && ms < 2_500) flow.report({ shown: 0 }, atMs + ms);
  }
  flow.report({ shown: (atMs + 3_000) * 1_000 }, atMs + 3_000);
  const paidMs = flow.intervals(atMs + 3_000).reduce((sum, { flowedMs }) => sum + flowedMs, 0);
  expect(paidMs).toBeGreaterThan(800);
  expect(paidMs).toBeLessThan(1_000);
});

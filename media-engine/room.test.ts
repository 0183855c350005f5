import { describe, expect, test } from "vitest";
import { Publisher } from "#engine/publisher.ts";
import { Room } from "#engine/room.ts";
import { buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { Session } from "#engine/session.ts";
import { createVp8Source } from "#engine/testing/vp8-source.ts";
import { Viewer } from "#engine/viewer.ts";

const codec = { payloadType: 96, rtxPayloadType: 97, clockHz: 90_000, channels: null, parameters: "" };

/** A room with one viewer, and a publisher that sends a frame when told. */
function roomWithViewer() {
  const room = new Room("r", () => {});
  const offered = {
    kind: "video",
    protocol: "UDP/TLS/RTP/SAVPF",
    payloads: "96 97",
    mid: "0",
    direction: "sendonly" as const,
    codecs: [],
    extensionIds: new Map(),
    sendRids: [],
    retransmissionPairs: [],
  };
  const publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec: { name: "VP8", ...codec }, offered } },
    send: () => {},
    onMedia: (media, nowMs) => room.forward(publisher, media, nowMs),
  });
  const session = new Session("v", "viewer", "fan:1|public", 0);
  const viewer = new Viewer({
    sessionId: session.id,
    tag: session.tag,
    media: { audio: null, video: [{ name: "VP8", ...codec }] },
    audio: room.audio,
    video: room.video,
    send: () => true,
    onKeyframeWanted: () => {},
  });
  // The connection itself has no part in this: it counts as up.
  Object.defineProperty(session, "isOpen", { value: true });
  room.sessions.set(session.id, session);
  room.takePublisher(publisher);
  room.addViewer(viewer);
  room.admit(viewer, 0);
  const frames = createVp8Source();
  return {
    publishUntil(toMs: number, fromMs = 0) {
      for (let nowMs = fromMs; nowMs <= toMs; nowMs += 100) {
        for (const packet of frames.nextFrame()) publisher.receive(packet, nowMs);
        room.watch(nowMs);
      }
    },
    silentUntil: (nowMs: number) => room.watch(nowMs),
    report: (nowMs: number) => viewer.receive(buildReceiverReport([]), nowMs),
    overdue: (nowMs: number) => room.overdue(nowMs).map(({ id }) => id),
  };
}

describe("a viewer who has left without a word", () => {
  test("is ended eight seconds after its last report", () => {
    const room = roomWithViewer();
    room.publishUntil(1000);
    room.report(1000);
    room.publishUntil(9000, 1100);
    expect(room.overdue(8999)).toEqual([]);
    expect(room.overdue(9000)).toEqual(["v"]);
  });

  test("is told from one who has nothing to report on, and has its time again when the picture comes back", () => {
    const room = roomWithViewer();
    room.publishUntil(1000);
    room.report(1000);
    room.silentUntil(30_000);
    expect(room.overdue(30_000)).toEqual([]);
    room.publishUntil(38_000, 30_100);
    expect(room.overdue(38_000)).toEqual([]);
    room.publishUntil(38_200, 38_100);
    expect(room.overdue(38_200)).toEqual(["v"]);
  });

  test("is told from one who never reports", () => {
    const room = roomWithViewer();
    room.publishUntil(60_000);
    expect(room.overdue(60_000)).toEqual([]);
  });
});

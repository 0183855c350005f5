import { describe, expect, test } from "vitest";
import type { ViewerFlow } from "#engine/ipc/protocol.ts";
import { Publisher } from "#engine/publisher.ts";
import { Room } from "#engine/room.ts";
import { buildNack, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { Session } from "#engine/session.ts";
import { Viewer } from "#engine/viewer.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";

const codec = { payloadType: 96, rtxPayloadType: 97, clockHz: 90_000, channels: null, parameters: "" };

/** A room with one viewer, and a publisher that sends a frame on demand. `soon` is the end of the turn. */
function roomWithViewer(soon: (task: () => void) => void = (task) => task()) {
  const room = new Room("r", () => {}, soon);
  const offered = {
    kind: "video",
    protocol: "UDP/TLS/RTP/SAVPF",
    payloads: "96 97",
    mid: "0",
    direction: "sendonly" as const,
    codecs: [],
    extensionIds: new Map(),
    supportsRemb: false,
    sendRids: [],
    retransmissionPairs: [],
  };
  const publisher = new Publisher({
    sessionId: "p",
    media: { audio: null, video: { codec: { name: "VP8", ...codec }, offered } },
    videoSsrc: room.video.ssrc,
    send: () => {},
    onMedia: (media, layer, nowMs) => room.forward(publisher, media, layer, nowMs),
  });
  room.takePublisher(publisher);
  /** The viewers who got each packet, by its number at the viewer less that of the viewer's first. */
  const sent: [id: string, nth: number][] = [];
  const firsts = new Map<string, number>();
  const enter = (id: string) => {
    const session = new Session(id, "viewer", "fan:1|public", 0);
    const viewer = new Viewer({
      sessionId: id,
      tag: session.tag,
      media: { audio: null, video: [{ name: "VP8", ...codec }] },
      audio: room.audio,
      video: room.video,
      loss: { expected: 0, lost: 0 },
      send(packet) {
        const number = packet.readUInt16BE(2);
        if (!firsts.has(id)) firsts.set(id, number);
        sent.push([id, number - (firsts.get(id) ?? 0)]);
        return true;
      },
      onKeyframeWanted: () => {},
    });
    // The connection itself has no part in this: it counts as up.
    Object.defineProperty(session, "isOpen", { value: true });
    room.sessions.set(id, session);
    room.addViewer(viewer);
    room.admit(viewer, 0);
    return { viewer, leave: (nowMs = 0) => room.remove(session, nowMs) };
  };
  const { viewer, leave } = enter("v");
  const frames = createVp8Source({ packetsPerFrame: 2 });
  return {
    sent,
    enter,
    leave,
    publishFrame(options: Parameters<typeof frames.nextFrame>[0] = {}) {
      for (const packet of frames.nextFrame(options)) publisher.receive(packet, 0);
    },
    hold: (held: boolean, nowMs = 0) => room.hold(held, nowMs),
    /** Requests repairs of these numbers for the first viewer, counted from its first. */
    askAgain(nths: number[]) {
      const first = firsts.get("v") ?? 0;
      const before = sent.length;
      const lost = nths.map((nth) => first + nth);
      viewer.receive(buildNack(room.video.ssrc, lost), 0);
      return sent.length - before;
    },
    publishUntil(toMs: number, fromMs = 0) {
      for (let nowMs = fromMs; nowMs <= toMs; nowMs += 100) {
        for (const packet of frames.nextFrame()) publisher.receive(packet, nowMs);
        room.watch(nowMs);
      }
    },
    silentUntil: (nowMs: number) => room.watch(nowMs),
    report: (nowMs: number) => viewer.receive(buildReceiverReport([]), nowMs),
    isOver: (nowMs: number) => room.isOver(nowMs),
    describe(nowMs: number) {
      const { viewers, departed } = room.describe(nowMs);
      const summary = ({ sessionId, flowed }: ViewerFlow) => [sessionId, ...flowed.map(({ toMs }) => toMs)];
      return { viewers: viewers.map(summary), departed: departed.map(summary) };
    },
    sentTo: (id: string, nowMs: number) =>
      room.flows(nowMs).find(({ sessionId }) => sessionId === id)?.sentMs,
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

  test("is distinguished from one who has nothing to report on, and has its time again when the picture comes back", () => {
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

  test("is distinguished from one who never reports", () => {
    const room = roomWithViewer();
    room.publishUntil(60_000);
    expect(room.overdue(60_000)).toEqual([]);
  });
});

test("a viewer who has ended is reported for ten seconds more, with what flowed to them, also when nobody is left", () => {
  const room = roomWithViewer();
  const { leave } = room.enter("w");
  room.publishUntil(6000);
  expect(room.describe(6000)).toEqual({
    viewers: [
      ["v", 6000],
      ["w", 6000],
    ],
    departed: [],
  });
  room.publishUntil(6400, 6100);
  leave(6400);
  room.publishUntil(7000, 6500);
  expect(room.describe(7000)).toEqual({ viewers: [["v", 7000]], departed: [["w", 6400]] });
  room.leave(7000);
  expect(room.describe(8000)).toEqual({
    viewers: [],
    departed: [
      ["w", 6400],
      ["v", 7000],
    ],
  });
  expect(room.describe(16_999).departed).toEqual([["v", 7000]]);
  expect([room.isOver(16_999), room.isOver(17_000)]).toEqual([false, true]);
});

test("nothing flowed to a viewer who ended before their first report, who is reported with what they were sent", () => {
  const room = roomWithViewer();
  const { leave } = room.enter("w");
  room.publishUntil(1000);
  leave(1000);
  room.publishUntil(6000, 1100);
  expect(room.describe(6000).departed).toEqual([["w"]]);
  expect(room.sentTo("w", 6000)).toBe(1000);
});

describe("R-OPEN-71: a room that is held", () => {
  test("sends nothing to those who are there or come, and goes on with a keyframe, numbered as if nothing was left out", () => {
    const room = roomWithViewer();
    room.publishFrame({ keyframe: true });
    room.publishFrame();
    expect(room.askAgain([1])).toBe(1);
    room.sent.length = 0;
    room.hold(true);
    room.enter("w");
    room.publishFrame({ keyframe: true });
    room.publishFrame();
    expect(room.askAgain([1])).toBe(0);
    expect(room.sent).toEqual([]);
    room.hold(false);
    room.publishFrame();
    expect(room.sent, "of a picture that they have not got the begin of").toEqual([]);
    room.publishFrame({ keyframe: true });
    expect(room.sent.filter(([id]) => id === "v")).toEqual([
      ["v", 4],
      ["v", 5],
    ]);
    expect(room.sent.filter(([id]) => id === "w").length).toBe(2);
    expect([room.askAgain([5]), room.askAgain([1])]).toEqual([1, 0]);
  });

  test("sends its viewers nothing that came before it was let go, and what was under way before it was held", () => {
    const tasks: (() => void)[] = [];
    const room = roomWithViewer((task) => void tasks.push(task));
    room.publishFrame({ keyframe: true });
    room.hold(true);
    expect(room.sent.map(([, nth]) => nth)).toEqual([0, 1]);
    room.publishFrame({ keyframe: true });
    room.hold(false);
    for (const task of tasks) task();
    expect(room.sent.length).toBe(2);
  });

  test("does not take those for gone who have nothing to report on", () => {
    const room = roomWithViewer();
    room.publishUntil(1000);
    room.report(1000);
    room.hold(true, 1000);
    room.publishUntil(30_000, 1100);
    expect(room.overdue(30_000)).toEqual([]);
    room.hold(false, 30_000);
    room.publishUntil(37_900, 30_100);
    expect(room.overdue(37_900)).toEqual([]);
  });
});

describe("what comes in one turn of the event loop", () => {
  /** A room whose turns end when the test decides. */
  const roomInTurns = () => {
    const tasks: (() => void)[] = [];
    const endTurn = () => {
      for (const task of tasks.splice(0)) task();
    };
    return { room: roomWithViewer((task) => void tasks.push(task)), endTurn };
  };

  test("goes out at its end, to one viewer after the other, whole and in order", () => {
    const { room, endTurn } = roomInTurns();
    room.enter("w");
    room.publishFrame();
    expect(room.sent).toEqual([]);
    endTurn();
    room.publishFrame();
    room.publishFrame();
    endTurn();
    const [first, later] = [
      [0, 1],
      [2, 3, 4, 5],
    ];
    const to = (id: string, numbers: number[] = []) => numbers.map((nth) => [id, nth]);
    expect(room.sent).toEqual([...to("v", first), ...to("w", first), ...to("v", later), ...to("w", later)]);
  });

  test("comes once to a viewer who enters amid it, and not any more to one who leaves", () => {
    const { room, endTurn } = roomInTurns();
    const leaving = room.enter("w");
    room.publishFrame();
    leaving.leave();
    room.enter("x");
    endTurn();
    room.publishFrame();
    endTurn();
    const numbersOf = (id: string) => room.sent.filter(([to]) => to === id).map(([, nth]) => nth);
    expect(numbersOf("v")).toEqual([0, 1, 2, 3]);
    expect(numbersOf("w")).toEqual([]);
    expect(numbersOf("x")).toEqual([0, 1, 2, 3]);
  });
});

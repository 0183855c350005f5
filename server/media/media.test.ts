import { createSocket } from "node:dgram";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { buildNack, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { browserOffer } from "#testing/media-engine/browser-offer.ts";
import { makeOffer, type Peer, peerPayloadTypes } from "#testing/media-engine/peer.ts";
import { isWithoutGap, ofType, received } from "#testing/media-engine/received.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

let rig: MediaRig;
beforeAll(async () => {
  rig = await startTestMedia();
});
afterAll(() => rig.stop());

const pictures = (peer: Peer) => ofType(peer, peerPayloadTypes.vp8);
const timeOf = (packet: Buffer) => packet.readUInt32BE(4);
const beginsWithKeyframe = (peer: Peer) => pictures(peer)[0]?.subarray(12, 14).toString("hex") === "1000";

// Each test has rooms of its own, and mostly waits: so they run side by side.
describe.concurrent("live media", () => {
  test("flows from the publisher to every viewer, whole and beginning with a keyframe", async () => {
    await rig.live("flow");
    const viewers = await Promise.all([rig.viewer("flow"), rig.viewer("flow")]);
    await until(() => viewers.every((viewer) => pictures(viewer).length > 60), "pictures");
    for (const viewer of viewers) {
      expect(beginsWithKeyframe(viewer)).toBe(true);
      expect(isWithoutGap(received(viewer))).toBe(true);
    }
  });

  test("begins for a late joiner with a keyframe that the publisher is asked for", async () => {
    const publisher = await rig.live("late");
    await until(() => publisher.show.keyframeRequests() > 0, "the first request");
    await until(() => rig.media.rooms().get("late")?.mediaReceiving, "media");
    // A younger keyframe would be served from memory, without asking.
    const oldAt = performance.now() + limits.joinBurstAgeMs;
    await until(() => performance.now() > oldAt, "the last keyframe to be old");
    const asked = publisher.show.keyframeRequests();
    const viewer = await rig.viewer("late");
    await until(() => pictures(viewer).length > 10, "pictures");
    expect(beginsWithKeyframe(viewer)).toBe(true);
    expect(publisher.show.keyframeRequests()).toBeGreaterThan(asked);
  });

  test("is counted as viewers report it: what they were to receive, and what they lost", async () => {
    await rig.live("counted");
    const viewer = await rig.viewer("counted");
    const newest = () => pictures(viewer).at(-1)?.readUInt16BE(2) ?? 0;
    const ssrc = () => pictures(viewer)[0]?.readUInt32BE(8) ?? 0;
    const report = (highestSequence: number, lostPackets: number) => {
      const rest = { lossRatio: 0, jitter: 0, lastSenderReport: 0, delaySinceSenderReport: 0 };
      viewer.send(buildReceiverReport([{ ssrc: ssrc(), highestSequence, lostPackets, ...rest }]));
    };
    const before = rig.media.loss();
    await until(() => pictures(viewer).length > 10, "pictures");
    const first = newest();
    report(first, 0);
    await until(() => newest() >= first + 40, "more pictures");
    report(first + 40, 8);
    await until(() => rig.media.loss().expected > before.expected, "the count");
    const { expected, lost } = rig.media.loss();
    expect({ expected: expected - before.expected, lost: lost - before.lost }).toEqual({
      expected: 40,
      lost: 8,
    });
  });

  test("goes on for those who watch when the publisher comes again", async () => {
    const first = await rig.live("again");
    const viewer = await rig.viewer("again");
    await until(() => pictures(viewer).length > 20, "pictures");
    const second = await rig.live("again", { ssrc: 9999, firstSequence: 60_000 });
    const before = pictures(viewer).length;
    await until(() => pictures(viewer).length > before + 40, "pictures of the second publisher");
    expect(isWithoutGap(received(viewer))).toBe(true);
    expect(new Set(pictures(viewer).map((packet) => packet.readUInt32BE(8))).size).toBe(1);
    const emitted = rig.events.filter((event) => "room" in event && event.room === "again");
    expect(emitted).toContainEqual({ kind: "session-closed", room: "again", sessionId: first.sessionId });
    expect(emitted).toContainEqual({ kind: "publisher-started", room: "again", sessionId: second.sessionId });
    expect(emitted.some((event) => event.kind === "publisher-ended")).toBe(false);
  });

  test("that is lost on the way to a viewer comes again as a retransmission", async () => {
    await rig.live("lossy");
    const viewer = await rig.viewer("lossy");
    await until(() => pictures(viewer).length > 30, "pictures");
    const [lost] = viewer.rtp.splice(10, 1) as [Buffer];
    const mediaSource = lost.readUInt32BE(8);
    // A viewer may not send before its track allows it; control packets always pass.
    viewer.send(buildNack(mediaSource, [lost.readUInt16BE(2)]));
    const [repeat] = (await until(() => {
      const repeats = ofType(viewer, peerPayloadTypes.rtx);
      return repeats.length > 0 && repeats;
    }, "the retransmission")) as [Buffer];
    expect(repeat.readUInt16BE(12)).toBe(lost.readUInt16BE(2));
    expect(repeat.subarray(14)).toEqual(lost.subarray(12));
  });

  test("that is lost on the way from the publisher is asked for again, and viewers miss nothing", async () => {
    const publisher = await rig.live("upload", { loses: (index) => index % 25 === 7 });
    const viewer = await rig.viewer("upload");
    await until(() => publisher.show.repeats() > 5 && pictures(viewer).length > 200, "repairs");
    const settled = received(viewer).slice(0, 180);
    expect(isWithoutGap(settled)).toBe(true);
  });

  test("is watched: silence, return and end of a publisher are events, and reports show who sends and receives", async () => {
    const publisher = await rig.live("watch");
    const viewer = await rig.viewer("watch", "fan:7|public");
    const kinds = () =>
      rig.events
        .filter((event) => "sessionId" in event && event.sessionId === publisher.sessionId)
        .map(({ kind }) => kind);
    await until(() => kinds().includes("publisher-started"), "started");
    const report = await until(() => {
      const room = rig.media.rooms().get("watch");
      return room?.viewers.some((seen) => seen.packetsSent > 0) ? room : null;
    }, "a report");
    expect(report).toMatchObject({ publisherSessionId: publisher.sessionId, mediaReceiving: true });
    expect(report.viewers).toMatchObject([
      { sessionId: viewer.sessionId, tag: "fan:7|public", connected: true },
    ]);
    publisher.show.pause();
    await until(() => kinds().includes("publisher-silent"), "silence");
    await until(() => rig.media.rooms().get("watch")?.mediaReceiving === false, "a report of silence");
    publisher.show.resume();
    await until(() => kinds().includes("publisher-resumed"), "return");
    await rig.media.endPublisher("watch");
    // A machine that is busy may keep the publisher from sending for as long once more.
    expect(kinds().join(" ")).toMatch(
      /^publisher-started (publisher-silent publisher-resumed )+publisher-ended session-closed$/,
    );
  });

  test("R-OPEN-60: reaches nobody who may not stay, from the moment their end is confirmed", async () => {
    const { show } = await rig.live("private");
    const payer = await rig.viewer("private", "fan:1|paid");
    const others = await Promise.all([
      rig.viewer("private", "fan:2|public"),
      rig.viewer("private", "fan:3|public"),
    ]);
    await until(() => [payer, ...others].every((viewer) => pictures(viewer).length > 10), "pictures");
    await rig.media.endViewers("private", (tag) => tag.endsWith("|paid"));
    // Packets that left the publisher before may still be on their way within this machine; no later packet may.
    const lastForAll = show.newestTimestamp();
    await until(() => pictures(payer).filter((packet) => timeOf(packet) > lastForAll).length > 100, "more");
    for (const viewer of others)
      expect(pictures(viewer).filter((packet) => timeOf(packet) > lastForAll)).toEqual([]);
    const report = await until(() => {
      const room = rig.media.rooms().get("private");
      return room?.viewers.length === 1 ? room : null;
    }, "a report of one viewer");
    expect(report.viewers[0]?.sessionId).toBe(payer.sessionId);
    expect(await rig.media.endSession(others[0]?.sessionId ?? "")).toBe(false);
  });

  test("R-OPEN-60: a viewer who is ended while still connecting is refused, or ended already when answered", async () => {
    await rig.live("hurry");
    const { offerSdp, close } = await makeOffer({ role: "viewer" });
    const playing = rig.media.play("hurry", offerSdp, "fan:1|public");
    const ending = rig.media.endViewers("hurry");
    const outcome = await playing;
    await ending;
    if (outcome.ok) expect(await rig.media.endSession(outcome.sessionId)).toBe(false);
    else expect(outcome.refusal).toBe("no_publisher");
    close();
  });
});

describe("the engine", () => {
  test("refuses what it cannot do", async () => {
    await rig.publisher("refusals");
    const { media } = rig;
    expect(await media.play("nobody", browserOffer("recvonly"), "t")).toEqual({
      ok: false,
      refusal: "no_publisher",
    });
    expect(await media.play("refusals", "v=0", "t")).toEqual({ ok: false, refusal: "bad_sdp" });
    expect(await media.publish("refusals", "hello")).toEqual({ ok: false, refusal: "bad_sdp" });
    expect(await media.publish("refusals", browserOffer("sendonly", "102"))).toEqual({
      ok: false,
      refusal: "unsupported_codec",
    });
    const onlyH264 = browserOffer("recvonly", "106 107");
    expect(await media.play("refusals", onlyH264, "t")).toEqual({ ok: false, refusal: "unsupported_codec" });
    expect(await media.endSession("nobody")).toBe(false);
  });

  test("stands junk on its port and inside its sessions", async () => {
    const publisher = await rig.live("junk");
    const viewer = await rig.viewer("junk");
    const port = await portOf();
    const socket = createSocket("udp4");
    for (let index = 0; index < 500; index++) socket.send(junk(index), port, "127.0.0.1");
    for (let index = 0; index < 200; index++)
      for (const peer of [publisher, viewer]) peer.send(junkControl(index));
    const before = pictures(viewer).length;
    await until(() => pictures(viewer).length > before + 100, "pictures after the junk");
    socket.close();
    expect(rig.events.some(({ kind }) => kind === "engine-down")).toBe(false);
  });

  test("R-OPEN-71: that is killed comes back, everybody may join again, and a held room is held still", async () => {
    await rig.live("killed");
    await rig.media.hold("break", true);
    const killed = rig.media.processId() ?? 0;
    process.kill(killed, "SIGKILL");
    await until(() => rig.events.some(({ kind }) => kind === "engine-down"), "the end");
    expect(rig.media.healthy()).toBe(false);
    expect(rig.media.rooms().size).toBe(0);
    expect(await rig.media.publish("killed", browserOffer("sendonly"))).toEqual({
      ok: false,
      refusal: "engine_down",
    });
    await until(() => rig.events.some(({ kind }) => kind === "engine-restarted"), "the return");
    expect(rig.media.healthy()).toBe(true);
    expect(rig.media.processId()).not.toBe(killed);
    await rig.live("killed");
    const viewer = await rig.viewer("killed");
    await until(() => pictures(viewer).length > 10, "pictures");

    await rig.live("break");
    const kept = await rig.viewer("break");
    await until(() => {
      const room = rig.media.rooms().get("break");
      return room?.mediaReceiving && room.packetsIn > 60 && room.viewers.some(({ connected }) => connected);
    }, "packets that nobody is sent");
    expect(kept.rtp).toEqual([]);
    await rig.media.hold("break", false);
    await until(() => pictures(kept).length > 10, "pictures again");
  });
});

/** The engine's UDP port, as its answers give it to clients. */
async function portOf(): Promise<number> {
  const { offerSdp, close } = await makeOffer({ role: "publisher" });
  const answer = await rig.media.publish("port", offerSdp);
  close();
  const port = answer.ok && /a=candidate:\S+ 1 UDP \d+ \S+ (\d+)/.exec(answer.answerSdp)?.[1];
  if (!port) throw new Error("no candidate");
  return Number(port);
}

/** Random bytes, every second time dressed up as a STUN request. */
function junk(seed: number): Buffer {
  const bytes = Buffer.from(
    Array.from({ length: 1 + ((seed * 37) % 300) }, (_, index) => (seed * 31 + index * 17) & 0xff),
  );
  if (seed % 2 === 0 && bytes.length >= 20) Buffer.from("000100082112a442", "hex").copy(bytes);
  return bytes;
}

/** Control packets whose inside is nonsense. */
function junkControl(seed: number): Buffer {
  const bytes = junk(seed * 2 + 1);
  const packet = Buffer.concat([
    Buffer.from([0x80 | (seed & 0x1f), 200 + (seed % 7)]),
    bytes,
    Buffer.alloc(4),
  ]);
  return packet.subarray(0, packet.length - (packet.length % 4));
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { buildPli } from "#engine/rtp/rtcp-write.ts";
import { type Peer, peerPayloadTypes } from "#testing/media-engine/peer.ts";
import { createH264Source } from "#testing/media-engine/simulcast.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

let rig: MediaRig;
beforeAll(async () => {
  rig = await startTestMedia();
});
afterAll(() => rig.stop());

const codecs = ["h264"] as const;
const both = ["vp8", "h264"] as const;
/** An encoder as OBS is: H264 alone, no retransmissions of their own, parameter sets before every refresh. */
const obs = (room: string, options: Parameters<MediaRig["live"]>[1] = {}) =>
  rig.live(room, { source: createH264Source(options), codecs, ...options });
const watch = (room: string) => rig.viewer(room, "fan:1|public", undefined, both);

const typeOf = (packet: Buffer) => (packet[1] ?? 0) & 0x7f;
const pictures = (peer: Peer) => peer.rtp.filter((packet) => typeOf(packet) === peerPayloadTypes.h264);
/** The first two bytes of each payload: kind of the unit, and of a fragment which part of which slice. */
const unitsOf = (packets: Buffer[]) => packets.map((packet) => packet.subarray(12, 14).toString("hex"));
const refresh = ["6742", "68ce", "7c85", "7c05", "7c05", "7c45"];
const isWithoutGap = (packets: Buffer[]) => {
  const numbers = packets.map((packet) => packet.readUInt16BE(2)).sort((a, b) => a - b);
  return numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === 1);
};

describe.concurrent("H264, as OBS publishes it", () => {
  test("reaches every viewer whole, beginning with the parameter sets of a refresh picture", async () => {
    await obs("flow");
    const viewers = await Promise.all([watch("flow"), watch("flow")]);
    await until(() => viewers.every((viewer) => pictures(viewer).length > 60), "pictures");
    for (const viewer of viewers) {
      const seen = pictures(viewer);
      expect(unitsOf(seen).slice(0, refresh.length)).toEqual(refresh);
      expect(isWithoutGap(seen)).toBe(true);
      expect(new Set(seen.slice(0, refresh.length).map((packet) => packet.readUInt32BE(4))).size).toBe(1);
      expect(seen.slice(0, 7).map((packet) => (packet[1] ?? 0) >> 7)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    }
  });

  test("begins for who joins in its second from memory, later with a refresh that OBS is asked for", async () => {
    const publisher = await obs("join");
    const first = await watch("join");
    await until(() => pictures(first).length > 20, "pictures");
    const oldAt = performance.now() + limits.joinBurstAgeMs;
    await until(() => performance.now() > oldAt, "the last keyframe to be old");
    const asked = publisher.show.keyframeRequests();
    const late = await watch("join");
    await until(() => pictures(late).length > 20, "pictures of the late one");
    expect(publisher.show.keyframeRequests()).toBe(asked + 1);
    const soon = await watch("join");
    await until(() => pictures(soon).length > 20, "pictures of the one just behind");
    expect(publisher.show.keyframeRequests(), "served from memory").toBe(asked + 1);
    for (const viewer of [late, soon])
      expect(unitsOf(pictures(viewer)).slice(0, refresh.length)).toEqual(refresh);
  });

  test("that is lost on the way from OBS is asked for again, and viewers miss nothing", async () => {
    const publisher = await obs("lossy", { loses: (index) => index % 25 === 7 });
    const viewer = await watch("lossy");
    await until(() => publisher.show.repeats() > 5 && pictures(viewer).length > 200, "repairs");
    const inOrder = pictures(viewer).toSorted((a, b) => a.readUInt16BE(2) - b.readUInt16BE(2));
    expect(isWithoutGap(inOrder.slice(0, 180))).toBe(true);
  });

  test("is refreshed for a viewer whose decoder asks for it", async () => {
    const publisher = await obs("pli");
    const viewer = await watch("pli");
    await until(() => pictures(viewer).length > 20, "pictures");
    const [seen] = pictures(viewer);
    const asked = publisher.show.keyframeRequests();
    viewer.send(buildPli((seen as Buffer).readUInt32BE(8)));
    await until(() => publisher.show.keyframeRequests() > asked, "the request");
  });

  test("takes the place of a browser's VP8 and gives it back, for viewers who play both; others are ended", async () => {
    await rig.live("change");
    const viewer = await watch("change");
    const old = await rig.viewer("change");
    await until(() => viewer.rtp.length > 20 && old.rtp.length > 20, "pictures in VP8");
    await obs("change", { ssrc: 7777, firstSequence: 60_000 });
    await until(() => pictures(viewer).length > 40, "pictures in H264");
    expect(unitsOf(pictures(viewer)).slice(0, refresh.length)).toEqual(refresh);
    const ended = () =>
      rig.events.some((event) => event.kind === "session-closed" && event.sessionId === old.sessionId);
    await until(ended, "the viewer who plays VP8 alone to be ended");
    await expect(rig.viewer("change")).rejects.toThrow("unsupported_codec");
    const inVp8 = () => viewer.rtp.filter((packet) => typeOf(packet) === peerPayloadTypes.vp8).length;
    const before = inVp8();
    await rig.live("change", { ssrc: 8888 });
    await until(() => inVp8() > before + 40, "pictures in VP8 again");
    expect(
      new Set(
        viewer.rtp
          .filter((packet) => typeOf(packet) !== peerPayloadTypes.rtx)
          .map((packet) => packet.readUInt32BE(8)),
      ).size,
    ).toBe(1);
  });
});

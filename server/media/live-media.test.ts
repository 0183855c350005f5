import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestLivekit } from "#testing/livekit/livekit-rig.ts";
import { livekitServer } from "#testing/livekit/livekit-server.ts";
import { makeOffer, painted } from "#testing/media-engine/peer.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";
import type { MediaCore, MediaEvent } from "./media-engine.ts";

/** `report`: reports what it received, where the media server does not know. */
type CarriedViewer = { rtp: Buffer[]; sessionId: string; close(): void; report?(): void };

/** The functions that both rigs have. */
type MediaServer = {
  media: MediaCore;
  events: MediaEvent[];
  live: MediaRig["live"];
  viewer(room: string, tag?: string): Promise<CarriedViewer>;
  stop(): Promise<void>;
};

const mediaServers: [name: string, start: () => Promise<MediaServer>, isHere: boolean][] = [
  ["the embedded engine", () => startTestMedia(), true],
  ["two processes of the embedded engine", () => startTestMedia(0, { workers: 2 }), true],
  ["LiveKit", startTestLivekit, livekitServer !== null],
];
const ofShow = 0x77;

for (const [name, start, isHere] of mediaServers)
  describe.skipIf(!isHere).concurrent(`live media of ${name}`, () => {
    let rig: MediaServer;
    beforeAll(async () => {
      rig = await start();
    });
    afterAll(() => rig.stop());
    const kindsOf = (sessionId: string) =>
      rig.events.flatMap((event) =>
        "sessionId" in event && event.sessionId === sessionId ? [event.kind] : [],
      );

    test("flows from the publisher to every viewer, and reports show who sends and who receives", async () => {
      const publisher = await rig.live("flow", { fill: 1 });
      const viewers = await Promise.all([
        rig.viewer("flow", "fan:7|public"),
        rig.viewer("flow", "fan:8|vip"),
      ]);
      await until(() => viewers.every((viewer) => painted(viewer, 1).length > 60), "pictures");
      const report = await until(() => {
        const room = rig.media.rooms().get("flow");
        const here = room?.viewers.filter(({ connected }) => connected);
        return room?.mediaReceiving && here?.length === 2 ? room : null;
      }, "a report that both are connected");
      expect(report).toMatchObject({ room: "flow", publisherSessionId: publisher.sessionId });
      expect(report.packetsIn).toBeGreaterThan(0);
      const seen = report.viewers.map(({ sessionId, tag }) => `${tag} ${sessionId}`);
      const there = viewers.map(
        ({ sessionId }, index) => `${["fan:7|public", "fan:8|vip"][index]} ${sessionId}`,
      );
      expect(new Set(seen)).toEqual(new Set(there));
    });

    test("R-OPEN-71: sends nobody of a held room anything, no matter who comes and publishes, and goes on when let go", async () => {
      const first = await rig.live("held", { fill: 1 });
      const before = await rig.viewer("held", "fan:7|public");
      await until(() => painted(before, 1).length > 20, "pictures");
      await rig.media.hold("held", true);
      // Packets that left before may still have been on their way; no packet of half a second later may come.
      const passes = (ticks: number) => {
        const from = first.show.newestTimestamp();
        return until(() => first.show.newestTimestamp() > from + ticks, "time of the picture to pass");
      };
      await passes(45_000);
      first.show.repaint(4);
      await passes(90_000);
      expect(painted(before, 4)).toEqual([]);
      // Where a viewer who gets nothing does not connect yet, they do when the room is let go.
      const coming = rig.viewer("held", "fan:8|public");
      const held = await rig.live("held", { fill: 2, ssrc: 2222 });
      const report = await until(() => {
        const room = rig.media.rooms().get("held");
        const isSecond = room?.publisherSessionId === held.sessionId && room.packetsIn > 60;
        return isSecond && room.viewers.length === 2 ? room : null;
      }, "a report of the second publisher");
      expect(report).toMatchObject({ held: true, mediaReceiving: true });
      await rig.live("held", { fill: 3, ssrc: 3333 });
      await rig.media.hold("held", false);
      const viewers = [before, await coming];
      await until(() => viewers.every((viewer) => painted(viewer, 3).length > 20), "pictures again");
      expect(viewers.map((viewer) => painted(viewer, 2).length)).toEqual([0, 0]);
    });

    test("R-OPEN-60, R-OPEN-66: sends nothing of before all viewers were ended to those who come at once", async () => {
      const publisher = await rig.live("sealed", { fill: ofShow });
      const payer = await rig.viewer("sealed", "fan:7|private");
      await until(() => painted(payer, ofShow).length > 20, "the show's picture");
      publisher.show.pause();
      await rig.media.endViewers("sealed");
      publisher.show.repaint(1);
      const coming = rig.viewer("sealed", "fan:8|public");
      publisher.show.resume();
      const next = await coming;
      await until(() => painted(next, 1).length > 20, "the public picture");
      expect(painted(next, ofShow).length).toBe(0);
    });

    test("answers what flowed to whom when it is asked, of viewers too who have just left", async () => {
      await rig.live("flows");
      const viewer = await rig.viewer("flows", "fan:7|vip");
      const readFlows = async () =>
        (await rig.media.flows("flows")).filter(({ sessionId }) => sessionId === viewer.sessionId);
      const lengthOf = (flows: Awaited<ReturnType<typeof readFlows>>) =>
        flows.flatMap(({ flowed }) => flowed).reduce((sum, { flowedMs }) => sum + flowedMs, 0);
      const sent = async () => (await readFlows())[0]?.sentMs ?? 0;
      const sentUnreported = await until(
        async () => {
          const ms = await sent();
          return ms > 500 ? ms : null;
        },
        "something that was sent, of which the viewer has reported nothing",
        20_000,
        200,
      );
      const flowed = async () => {
        viewer.report?.();
        return lengthOf(await readFlows());
      };
      const before = await until(flowed, "something that flowed", 20_000, 200);
      await rig.media.endViewers("flows");
      const [left] = await readFlows();
      expect(left).toMatchObject({ tag: "fan:7|vip" });
      expect(left?.sentMs).toBeGreaterThanOrEqual(sentUnreported);
      expect(lengthOf(await readFlows())).toBeGreaterThanOrEqual(before);
      await until(() => rig.media.rooms().get("flows")?.departed.length === 1, "a report that contains it");
      expect(rig.media.rooms().get("flows")?.viewers).toEqual([]);
      expect(await rig.media.flows("nobody-is-here")).toEqual([]);
    });

    test("reports the silence, the return and the end of a publisher", async () => {
      const publisher = await rig.live("watch");
      const kinds = () => kindsOf(publisher.sessionId);
      await until(() => kinds().includes("publisher-started"), "started");
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

    test("goes on with another publisher, unless the one before was not meant", async () => {
      const first = await rig.live("again");
      await until(() => kindsOf(first.sessionId).includes("publisher-started"), "the first");
      const { offerSdp, close } = await makeOffer({ role: "publisher" });
      for (const after of ["nobody", ["another"]] as const)
        expect(await rig.media.publish("again", offerSdp, after)).toEqual({
          ok: false,
          refusal: "other_publisher",
        });
      close();
      const second = await rig.live("again", { ssrc: 9999 });
      await until(() => kindsOf(second.sessionId).includes("publisher-started"), "the second");
      expect(kindsOf(first.sessionId)).toEqual(["publisher-started", "session-closed"]);
      const publisherNow = () => rig.media.rooms().get("again")?.publisherSessionId;
      await until(() => publisherNow() === second.sessionId, "a report of the second");
    });

    test("R-OPEN-60: reaches nobody who may not stay, from the moment their end is confirmed", async () => {
      const { show } = await rig.live("private", { fill: 1 });
      const payer = await rig.viewer("private", "fan:1|paid");
      const others = await Promise.all([
        rig.viewer("private", "fan:2|public"),
        rig.viewer("private", "fan:3|public"),
      ]);
      await until(() => [payer, ...others].every((each) => painted(each, 1).length > 10), "pictures");
      await rig.media.endViewers("private", (tag) => tag.endsWith("|paid"));
      show.repaint(ofShow);
      await until(() => painted(payer, ofShow).length > 100, "the show's picture");
      for (const other of others) expect(painted(other, ofShow)).toEqual([]);
      const report = await until(() => {
        const room = rig.media.rooms().get("private");
        return room?.viewers.length === 1 ? room : null;
      }, "a report of one viewer");
      expect(report.viewers[0]?.sessionId).toBe(payer.sessionId);
      expect(await rig.media.endSession(others[0]?.sessionId ?? "")).toBe(false);
    });

    test("R-OPEN-60: reaches nobody whose end comes while they connect", async () => {
      const { show } = await rig.live("hurry", { fill: 1 });
      const payer = await rig.viewer("hurry", "fan:1|paid");
      const arriving = rig.viewer("hurry", "fan:12|public").catch(() => null);
      await until(() => rig.media.viewers().some(({ tag }) => tag === "fan:12|public"), "them to arrive");
      await rig.media.endViewers("hurry", (tag) => tag.endsWith("|paid"));
      show.repaint(ofShow);
      await until(() => painted(payer, ofShow).length > 100, "the show's picture");
      expect(rig.media.viewers().map(({ tag }) => tag)).not.toContain("fan:12|public");
      const arrived = await Promise.race([arriving, Promise.resolve(null)]);
      expect(arrived && painted(arrived, ofShow)).toSatisfy((packets) => !packets || packets.length === 0);
    });

    test("R-OPEN-60: ends what a person watches everywhere, and one session by its id", async () => {
      await Promise.all([rig.live("here"), rig.live("there")]);
      const mine = await Promise.all([
        rig.viewer("here", "fan:5|public"),
        rig.viewer("there", "fan:5|public"),
      ]);
      const other = await rig.viewer("here", "fan:6|public");
      const open = () => rig.media.viewers().map(({ sessionId }) => sessionId);
      await rig.media.endViewersEverywhere((tag) => tag.startsWith("fan:5|"));
      for (const viewer of mine) expect(open()).not.toContain(viewer.sessionId);
      expect(await rig.media.endSession(other.sessionId)).toBe(true);
      expect(await rig.media.endSession(other.sessionId)).toBe(false);
      expect(open()).not.toContain(other.sessionId);
      await until(() => kindsOf(other.sessionId).includes("session-closed"), "its end");
    });

    test("refuses an offer that cannot be read", async () => {
      expect(await rig.media.publish("refusals", "hello")).toEqual({ ok: false, refusal: "bad_sdp" });
    });

    test("refuses a publisher who sends no picture, and takes one who sends no sound", async () => {
      const { offerSdp, close } = await makeOffer({ role: "publisher", hasAudio: true });
      const [head = "", video = "", audio = ""] = offerSdp.split(/^(?=m=)/m);
      const pictureless = [
        head.replace("BUNDLE 0 1", "BUNDLE 1") + audio,
        ...["recvonly", "inactive"].map((way) => head + video.replace("a=sendonly", `a=${way}`) + audio),
      ];
      expect(video).toContain("a=sendonly");
      for (const offer of pictureless)
        expect(await rig.media.publish("pictureless", offer)).toEqual({
          ok: false,
          refusal: "unsupported_codec",
        });
      expect(rig.media.rooms().get("pictureless")?.publisherSessionId ?? null).toBeNull();
      const soundless = head.replace("BUNDLE 0 1", "BUNDLE 0") + video;
      expect(await rig.media.publish("soundless", soundless)).toMatchObject({ ok: true });
      close();
    });
  });

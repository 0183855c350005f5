import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

const rounds = 20;
const viewersPerRound = 12;
const vanishing = 2;

let rig: MediaRig;
beforeAll(async () => {
  rig = await startTestMedia();
});
afterAll(() => rig.stop());

type Viewer = Awaited<ReturnType<MediaRig["viewer"]>>;

const viewersIn = (room: string) => rig.media.rooms().get(room)?.viewers.length;
const closedIn = (room: string) =>
  rig.events.flatMap((event) =>
    event.kind === "session-closed" && event.room === room ? [event.sessionId] : [],
  );

/** The reports that browsers send. */
const reportOf = (viewer: Viewer) => viewer.send(buildReceiverReport([]));

/** As the player does when its page is left. */
async function leave(viewer: Viewer): Promise<void> {
  await rig.media.endSession(viewer.sessionId);
  viewer.close();
}

/** Twelve people come, see the picture and go; two of them without a word. */
async function comeAndGo(room: string): Promise<void> {
  const viewers = await Promise.all(
    Array.from({ length: viewersPerRound }, async (_, seat) =>
      rig.viewer(room, `fan:${seat}|public`, await freshPort()),
    ),
  );
  for (const viewer of viewers) reportOf(viewer);
  await until(() => viewers.every((viewer) => viewer.rtp.length > 20), "everybody's picture");
  for (const viewer of viewers) expect(viewer.rtp[0]?.subarray(12, 14).toString("hex")).toBe("1000");
  for (const viewer of viewers.slice(0, vanishing)) viewer.close();
  await Promise.all(viewers.slice(vanishing).map(leave));
}

/** Open files and threads of the engine's process. */
function holdings(): { files: number; threads: number } {
  const process = `/proc/${rig.media.processId()}`;
  return { files: readdirSync(`${process}/fd`).length, threads: readdirSync(`${process}/task`).length };
}

describe.concurrent("viewers who come and go", () => {
  test("all get the picture, and leave nothing behind in the engine", async () => {
    await rig.live("churn");
    await comeAndGo("churn");
    const before = holdings();
    for (let round = 1; round < rounds; round++) await comeAndGo("churn");
    await until(() => viewersIn("churn") === 0, "the end of those who vanished", 2 * limits.viewerSilenceMs);
    expect(closedIn("churn").length).toBe(rounds * viewersPerRound);
    expect(holdings()).toEqual(before);
    expect(rig.events.some(({ kind }) => kind === "engine-down")).toBe(false);
  });

  test("can have the address of one who vanished, once that one is ended", async () => {
    await rig.live("address");
    const port = await freshPort();
    const first = await rig.viewer("address", "fan:1|public", port);
    reportOf(first);
    await until(() => first.rtp.length > 20, "the first picture");
    first.close();
    const isEnded = () => closedIn("address").includes(first.sessionId);
    await until(isEnded, "the end of the first", 2 * limits.viewerSilenceMs);
    const second = await rig.viewer("address", "fan:2|public", port);
    await until(() => second.rtp.length > 20, "the second picture");
    await leave(second);
  });

  test("and publishers who follow each other: everybody gets the picture, one publisher is left", async () => {
    await rig.live("storm");
    const constant = await rig.viewer("storm");
    for (let round = 1; round <= 6; round++) {
      const before = constant.rtp.length;
      const [publisher] = await Promise.all([
        rig.live("storm", { ssrc: 5000 + round, firstSequence: round * 9000 }),
        comeAndGo("storm"),
      ]);
      await until(() => constant.rtp.length > before + 40, `the picture of publisher ${round}`);
      const report = await until(() => {
        const room = rig.media.rooms().get("storm");
        return room?.publisherSessionId === publisher.sessionId ? room : null;
      }, "the publisher in charge");
      expect(report.viewers.some(({ sessionId }) => sessionId === constant.sessionId)).toBe(true);
    }
    await until(() => viewersIn("storm") === 1, "the end of those who vanished", 2 * limits.viewerSilenceMs);
    // Six viewers' rounds and six publishers that were followed by another.
    expect(closedIn("storm").length).toBe(6 * viewersPerRound + 6);
  });
});

let lastPort = 16_000 + Math.floor(Math.random() * 8_000);

/**
 * A free port that no viewer of this file has had: who gets the address of one that vanished cannot connect before that
 * one is ended, and a system that hands out ports by chance makes it so now and then. Below those it hands out itself.
 */
async function freshPort(): Promise<number> {
  const port = ++lastPort;
  return (await isFree(port)) ? port : freshPort();
}

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  try {
    socket.bind(port, "127.0.0.1");
    await once(socket, "listening");
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { freePort } from "#testing/free-port.ts";
import { connectPeer, makeOffer, painted, type Peer } from "#testing/media-engine/peer.ts";
import { isWithoutGap, received } from "#testing/media-engine/received.ts";
import { tcpDetour } from "#testing/media-engine/tcp-detour.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { framesServer, pictures } from "#testing/media/frames-page.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { freeze } from "#testing/processes/server-process.ts";
import { until } from "#testing/until.ts";
import { startMediaEngine } from "../media.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function engine(udpPort = 0, tcp?: "own" | "shared"): Promise<MediaRig> {
  const rig = await startTestMedia(udpPort, { workers: 2, ...(tcp ? { tcp } : {}) });
  open.push(() => rig.stop());
  return rig;
}

/** Two rooms, `luna` and `sol`, each at a worker of its own, with a viewer each who gets pictures. */
async function twoRooms(rig: MediaRig) {
  const picture = { width: 320, height: 180, firstId: 1 };
  const live = (room: string) => rig.live(room, { fill: 1, source: createVp8Source({ picture }) });
  const [luna, sol] = [await live("luna"), await live("sol")];
  const [ofLuna, ofSol] = await Promise.all([
    rig.viewer("luna", "fan:1|private"),
    rig.viewer("sol", "fan:2|private"),
  ]);
  await until(() => [ofLuna, ofSol].every((each) => each.rtp.length > 60), "pictures of both");
  await until(() => rig.media.rooms().has("luna") && rig.media.rooms().has("sol"), "a report of both");
  return { luna, sol, ofLuna, ofSol };
}

const carriersOf = ({ media }: MediaRig, rooms: string[]) => rooms.map((room) => media.processId(room));
const gets = (viewer: Peer, what: string) => {
  const before = viewer.rtp.length;
  return until(() => viewer.rtp.length > before + 60, what);
};
/** The answer to a publisher. */
async function answered(rig: MediaRig, room: string): Promise<string> {
  const { offerSdp, close } = await makeOffer({ role: "publisher" });
  const answer = await rig.media.publish(room, offerSdp);
  close();
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.answerSdp;
}

test("rooms spread over two processes with ports in a row, and stay where they began, also for another publisher", async () => {
  const udpPort = await freePorts();
  const rig = await engine(udpPort, "own");
  const { luna, ofLuna } = await twoRooms(rig);
  expect(carriersOf(rig, ["luna", "sol"])).toEqual(rig.media.processIds());
  for (const nth of [3, 4, 5]) await rig.viewer("luna", `fan:${nth}|private`);
  await rig.live("mar");
  expect(rig.media.processId("mar"), "where fewer watch").toBe(rig.media.processId("sol"));
  const before = rig.media.processId("luna");
  luna.close();
  await rig.media.endPublisher("luna");
  await rig.live("luna", { ssrc: 9999 });
  expect(rig.media.processId("luna"), "with viewers who wait there").toBe(before);
  await gets(ofLuna, "the new publisher's picture");

  const portOf = async (room: string) => Number(/ UDP \d+ \S+ (\d+)/.exec(await answered(rig, room))?.[1]);
  expect([await portOf("luna"), await portOf("sol")]).toEqual([udpPort, udpPort + 1]);
});

test("a room that is over begins again where least is carried then", async () => {
  const rig = await engine();
  const { sol } = await twoRooms(rig);
  const [ofLuna, before] = carriersOf(rig, ["luna", "sol"]);
  await rig.media.endViewers("sol");
  await rig.media.endPublisher("sol");
  sol.close();
  await until(() => !rig.media.rooms().has("sol"), "the room to be over", 20_000);
  await rig.live("mar");
  await rig.live("nube");
  expect(carriersOf(rig, ["mar", "nube"])).toEqual([before, before]);
  await rig.live("sol", { ssrc: 7777 });
  expect(rig.media.processId("sol")).toBe(ofLuna);
  await gets(await rig.viewer("sol", "fan:6|private"), "pictures");
});

test("one killed process ends its own room, which goes on at another; who watches elsewhere notices nothing, nor does their meter", async () => {
  const rig = await engine();
  const { media, events } = rig;
  const { luna, ofLuna, sol, ofSol } = await twoRooms(rig);
  const killed = media.processId("luna");
  const reported: { rooms: string[]; packets: number }[] = [];
  media.onReport((rooms) => {
    const packets = rooms.get("sol")?.packetsIn ?? 0;
    reported.push({ rooms: [...rooms.keys()], packets });
  });
  const sentMs = async () =>
    (await media.flows("sol")).find(({ sessionId }) => sessionId === ofSol.sessionId)?.sentMs ?? 0;
  const [sentBefore, atMs] = [await sentMs(), performance.now()];

  process.kill(killed ?? 0, "SIGKILL");
  const down = await until(() => events.find((event) => event.kind === "engine-down"), "the end");
  expect(down).toMatchObject({ rooms: new Set(["luna"]) });
  const ended = events.flatMap((event) => (event.kind === "session-closed" ? [event.sessionId] : []));
  expect(new Set(ended)).toEqual(new Set([luna.sessionId, ofLuna.sessionId]));
  expect(media.healthy()).toBe(true);
  expect([...media.rooms().keys()]).toEqual(["sol"]);
  expect(media.viewers().map(({ sessionId }) => sessionId)).toEqual([ofSol.sessionId]);
  expect(await media.endSession(ofLuna.sessionId)).toBe(false);

  const again = await rig.live("luna", { ssrc: 5555 });
  expect(media.processId("luna"), "the one that is left").toBe(media.processId("sol"));
  await gets(await rig.viewer("luna", "fan:1|private"), "luna's picture again");
  await until(() => events.some(({ kind }) => kind === "engine-restarted"), "the other process");
  expect(media.processIds()).not.toContain(null);
  expect(media.processIds()).not.toContain(killed);
  await rig.live("mar");
  expect(media.processId("mar"), "where nothing is").not.toBe(media.processId("sol"));
  await gets(await rig.viewer("mar", "fan:3|private"), "pictures of the process that was started again");

  const count = reported.length;
  await until(() => reported.length > count + 1, "two more reports");
  expect(reported.every(({ rooms }) => rooms.includes("sol"))).toBe(true);
  const grown = reported.slice(1).map(({ packets }, nth) => packets - (reported[nth]?.packets ?? 0));
  expect(
    grown.filter((packets) => packets <= 0),
    "reports that bring nothing new",
  ).toEqual([]);
  expect(isWithoutGap(received(ofSol)), "every packet of the other room").toBe(true);
  expect(ofSol.isOpen()).toBe(true);
  // Its meter counts what was sent, of which half a second may be missing at either end.
  expect((await sentMs()) - sentBefore).toBeGreaterThan(performance.now() - atMs - 1_000);
  const ofOther = events.flatMap((event) =>
    "sessionId" in event && [sol.sessionId, ofSol.sessionId].includes(event.sessionId) ? [event.kind] : [],
  );
  expect(ofOther).toEqual(["publisher-started"]);
  expect(again.isOpen()).toBe(true);
});

test("R-OPEN-60, R-OPEN-71: while one process hangs the rooms of the other are reported, cut and held, and new ones begin there", async () => {
  const rig = await engine();
  const { media } = rig;
  const { sol, ofSol, ofLuna } = await twoRooms(rig);
  const hanging = media.processId("luna") ?? 0;
  await freeze(hanging);
  try {
    await until(() => !media.rooms().has("luna"), "reports of the other alone");
    const before = media.rooms().get("sol")?.packetsIn ?? 0;
    await until(() => (media.rooms().get("sol")?.packetsIn ?? 0) > before, "a further report");
    const stranger = await rig.viewer("sol", "fan:9|public");
    await until(() => painted(stranger, 1).length > 10, "pictures");
    await media.endViewers("sol", (tag) => tag !== "fan:9|public");
    sol.show.repaint(0x77);
    await until(() => painted(ofSol, 0x77).length > 100, "the show's picture");
    expect(painted(stranger, 0x77)).toEqual([]);
    await media.hold("mar", true);
    await media.hold("sol", true);
    await rig.live("mar");
    expect(media.processId("mar")).toBe(media.processId("sol"));
    await media.hold("sol", false);
  } finally {
    process.kill(hanging, "SIGCONT");
  }
  await gets(ofLuna, "its own picture again");
  await until(() => ["luna", "sol", "mar"].every((room) => media.rooms().has(room)), "reports of both");
  expect(media.processId("luna")).toBe(hanging);
});

test("R-OPEN-60, R-OPEN-71: a cut and a hold hold on each process, and a hold on one that was started again", async () => {
  const rig = await engine();
  const { media } = rig;
  const { luna, sol, ofLuna, ofSol } = await twoRooms(rig);
  const strangers = await Promise.all(["luna", "sol"].map((room) => rig.viewer(room, "fan:9|public")));
  await until(() => strangers.every((each) => painted(each, 1).length > 10), "pictures for all");
  await media.endViewersEverywhere((tag) => tag === "fan:9|public");
  for (const { show } of [luna, sol]) show.repaint(0x77);
  await until(() => [ofLuna, ofSol].every((each) => painted(each, 0x77).length > 100), "the show's picture");
  for (const stranger of strangers) expect(painted(stranger, 0x77)).toEqual([]);

  for (const room of ["luna", "sol", "mar"]) await media.hold(room, true);
  for (const { show } of [luna, sol]) show.repaint(0x33);
  const received = (room: string) => media.rooms().get(room)?.packetsIn ?? 0;
  const before = new Map(["luna", "sol"].map((room) => [room, received(room)]));
  await until(
    () => ["luna", "sol"].every((room) => received(room) > (before.get(room) ?? 0) + 200),
    "packets that nobody is sent",
  );
  for (const viewer of [ofLuna, ofSol]) expect(painted(viewer, 0x33)).toEqual([]);

  process.kill(media.processId("luna") ?? 0, "SIGKILL");
  await until(() => rig.events.some(({ kind }) => kind === "engine-restarted"), "the other process");
  await rig.live("mar", { fill: 0x33, ssrc: 3333 });
  expect(media.processId("mar")).not.toBe(media.processId("sol"));
  const ofMar = await rig.viewer("mar", "fan:4|private");
  await until(() => received("mar") > 100 && media.rooms().get("mar")?.held, "packets that nobody is sent");
  expect(painted(ofMar, 0x33)).toEqual([]);
  await media.hold("mar", false);
  await gets(ofMar, "the picture");
});

test("over HTTPS and over TCP a room is reached wherever it is, and who is refused or cut there gets nothing", async () => {
  const rig = await engine(0, "own");
  await twoRooms(rig);
  const server = await framesServer(rig.media, {
    authorizePlay: async (slug, bearer) =>
      bearer === "forged"
        ? { ok: false, refusal: "unauthorized" }
        : { ok: true, room: slug.toLowerCase(), tag: bearer },
  });
  open.push(() => server.stop());
  const pages = ["luna", "SOL"].map((room) => server.page(room, { token: "fan:5|private" }));
  await Promise.all(pages.map((page) => pictures(page, 30)));
  await rig.media.endViewersEverywhere((tag) => tag === "fan:5|private");
  for (const page of pages) await until(() => page.closed() === "ended", "the cut");
  for (const [room, token, why] of [
    ["nobody", "fan:5|private", "no_publisher"],
    ["luna", "forged", "unauthorized"],
    ["sol", "forged", "unauthorized"],
  ] as const) {
    const refused = server.page(room, { token });
    await until(() => refused.closed() === why, `${room}: ${why}`);
    expect(refused.messages).toEqual([]);
  }
  for (const room of ["luna", "sol"]) {
    const viewer = await connectPeer(
      async (offer) => {
        const answer = await rig.media.play(room, offer, "fan:7|private");
        if (!answer.ok) throw new Error(answer.refusal);
        const detour = await tcpDetour(answer.answerSdp);
        open.push(() => detour.close());
        return detour.answerSdp;
      },
      { role: "viewer" },
    );
    open.push(() => viewer.close());
    await gets(viewer, `${room} over TCP`);
  }
});

test("a port of any of them that is taken is one clear refusal to start, or leaves those before it, as is asked", async () => {
  const first = await freePorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(first + 1, "127.0.0.1", resolve));
  open.push(() => server.close());
  const warnings: unknown[] = [];
  const log = { info() {}, warn: (...of: unknown[]) => void warnings.push(of.at(-1)), error() {} };
  const start = (options: { workers: number; workersAtLeast?: number }) =>
    startMediaEngine({ udpPort: first, tcp: "own", bindAddress: "127.0.0.1", log, ...options });
  for (const workersAtLeast of [3, 2])
    await expect(start({ workers: 3, workersAtLeast })).rejects.toThrow(
      `TCP port ${first + 1} is taken; set MEDIA_PORT to the first of ${workersAtLeast} free ones in a row, or MEDIA_WORKERS to fewer, or MEDIA_TCP=0`,
    );
  expect(warnings).toEqual([]);
  const fewer = await start({ workers: 3, workersAtLeast: 1 });
  expect([fewer.processIds().length, warnings]).toEqual([1, ["fewer processes carry the media"]]);
  await fewer.stop();
  await new Promise((resolve) => server.close(resolve));
  const media = await start({ workers: 2, workersAtLeast: 1 });
  open.push(() => media.stop());
  expect(media.processIds()).toHaveLength(2);
});

/** The first of two ports in a row that nobody has in TCP. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const second = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      second.once("error", () => resolve(false));
      second.listen(first + 1, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => second.close(resolve));
    if (isFree) return first;
  }
}

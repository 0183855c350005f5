import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer } from "#testing/media-engine/peer.ts";
import { createH264Source, offeredParameters } from "#testing/media-engine/simulcast.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { type FramesPage, framesServer, pictures } from "#testing/media/frames-page.ts";
import { memoryOf, rubbish } from "#testing/media/frames-rubbish.ts";
import { startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";
import type { FramesNeeds } from "./frames-routes.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).toReversed()) await stop();
});

async function rigWithPages(needs: Partial<FramesNeeds> = {}) {
  const rig = await startTestMedia();
  open.push(() => rig.stop());
  const server = await framesServer(rig.media, needs);
  open.push(() => server.stop());
  return { ...rig, server, page: server.page };
}

const picture = { width: 320, height: 180, firstId: 1 };
const vp8 = (fill = 0x5a) => ({ source: createVp8Source({ picture, fill }) });
const ended = (page: FramesPage, how: string) =>
  until(() => page.closed() === how, `the page to be closed: ${how}`);

test("a page gets VP8 as whole frames: a session, a configuration and a keyframe first", async () => {
  const { live, page } = await rigWithPages();
  await live("luna", vp8());
  const watching = page("luna");
  await pictures(watching, 30);
  const kinds = watching.messages.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(["session", "state"]);
  expect(kinds.indexOf("video-config")).toBeLessThan(kinds.indexOf("video"));
  expect(watching.messages.find(({ kind }) => kind === "video-config")).toMatchObject({
    config: { codec: "vp8", width: 320, height: 180 },
  });
  const [first, ...others] = watching.frames("video");
  expect(first?.key).toBe(true);
  expect(others.filter(({ key }) => key)).toEqual([]);
  const times = watching.frames("video").map(({ timeUs }) => timeUs);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test("of H.264 it gets access units behind their lengths, and the parameter sets in the configuration", async () => {
  const { live, page } = await rigWithPages();
  await live("luna", { source: createH264Source(), codecs: ["h264"] });
  const watching = page("luna");
  await pictures(watching, 10);
  const config = watching.messages.find((message) => message.kind === "video-config")?.config;
  expect(config).toMatchObject({ codec: "avc1.42e01f", width: 1280 });
  expect(Buffer.from(config?.description ?? "", "base64").toString("hex")).toMatch(
    /^0142e01fffe100096742e01f/,
  );
  for (const { data, key } of watching.frames("video")) {
    const unit = Buffer.from(data);
    expect(unit.readUInt32BE(0)).toBe(unit.length - 4);
    expect((unit[4] ?? 0) & 0x1f).toBe(key ? 5 : 1);
  }
});

test("of H.264 whose parameter sets stand in the offer alone it gets the same", async () => {
  const { media, page } = await rigWithPages();
  const source = createH264Source({ isWithoutParameters: true });
  const publish = async (offer: string) => {
    const described = offer.replace(/^(a=fmtp:106 .*)$/m, `$1;sprop-parameter-sets=${offeredParameters}`);
    const answer = await media.publish("luna", described);
    if (!answer.ok) throw new Error(answer.refusal);
    return answer.answerSdp;
  };
  const publisher = await connectPeer(publish, { role: "publisher", codecs: ["h264"] });
  open.push(async () => publisher.close());
  broadcast(publisher, { source });
  const watching = page("luna");
  await pictures(watching, 10);
  const config = watching.messages.find((message) => message.kind === "video-config")?.config;
  expect(config).toMatchObject({ codec: "avc1.42e01f", width: 1280, height: 720 });
  expect(Buffer.from(config?.description ?? "", "base64").toString("hex")).toMatch(
    /^0142e01fffe100096742e01f/,
  );
});

test("lost packets that are sent again make whole frames, and any number of viewers shares them", async () => {
  const { live, page } = await rigWithPages();
  const publisher = await live("luna", { ...vp8(), loses: (index) => index % 23 === 5 });
  const pages = [page("luna"), page("luna", { token: "fan:2|public" })];
  await Promise.all(pages.map((watching) => pictures(watching, 100)));
  expect(publisher.show.repeats()).toBeGreaterThan(5);
  for (const watching of pages)
    for (const { data } of watching.frames("video").slice(1))
      expect(data.length).toBe(4 * (200 - 12) - 4 * 4);
});

test("why nothing plays is said at the door: no right, nobody there, no codec, no sense, nothing said", async () => {
  const { live, page } = await rigWithPages();
  await live("luna", vp8());
  const stranger = page("luna", { token: "forged" });
  await ended(stranger, "unauthorized");
  await ended(page("nobody"), "no_publisher");
  await ended(page("luna", { video: ["h264"] }), "unsupported_codec");
  await ended(page("luna", "{}"), "bad_message");
  expect(stranger.messages).toEqual([]);
  await ended(page("luna", null), "too_late");
});

test("R-OPEN-66: once a room's viewers are ended not one frame goes out to them, nor to who has the old right", async () => {
  let audience = 1;
  const { live, page, media } = await rigWithPages({
    authorizePlay: async (slug, bearer) =>
      bearer === `at ${audience}`
        ? { ok: true, room: slug, tag: `fan:1|${bearer}` }
        : { ok: false, refusal: "forbidden" },
  });
  await live("luna", vp8());
  const watching = page("luna", { token: "at 1" });
  await pictures(watching, 20);
  audience = 2;
  await media.endViewers("luna");
  await ended(watching, "ended");
  const got = watching.frames().length;
  const again = page("luna", { token: "at 1" });
  await ended(again, "forbidden");
  const allowed = page("luna", { token: "at 2" });
  await pictures(allowed, 20);
  expect(watching.frames().length).toBe(got);
  expect(again.frames()).toEqual([]);
});

test("R-OPEN-66: who loses the right while they are let in gets no frame", async () => {
  let asked = 0;
  const { live, page, media } = await rigWithPages({
    authorizePlay: async (slug, tag) => {
      asked += 1;
      return asked === 1 ? { ok: true, room: slug, tag } : { ok: false, refusal: "forbidden" };
    },
  });
  await live("luna", vp8());
  const watching = page("luna");
  await ended(watching, "ended");
  expect(watching.messages).toEqual([]);
  await until(() => media.viewers().length === 0, "the session to be forgotten");
});

test("a room that is held sends nothing, says so, and goes on with a keyframe of after it", async () => {
  const { live, page, media } = await rigWithPages();
  const publisher = await live("luna", vp8(0x11));
  const watching = page("luna");
  watching.showEverything();
  await pictures(watching, 20);
  await media.hold("luna", true);
  await until(() => watching.messages.at(-1)?.kind === "state", "the word that it is held");
  const held = watching.frames().length;
  publisher.show.repaint(0x22);
  const joiner = page("luna", { token: "fan:2|public" });
  await until(
    () => joiner.messages.at(-1)?.kind === "state",
    "a session while it is held, and the word of it",
  );
  expect(joiner.session()).not.toBeNull();
  expect(joiner.messages.at(-1)).toEqual({ kind: "state", state: "held" });
  expect(watching.messages.at(-1)).toEqual({ kind: "state", state: "held" });
  await media.hold("luna", false);
  await Promise.all([pictures(watching, held + 10), pictures(joiner, 10)]);
  const next = watching.frames("video")[held];
  expect(next?.key).toBe(true);
  for (const { data } of [...watching.frames("video").slice(held), ...joiner.frames("video")])
    expect(data.at(-1)).toBe(0x22);
});

test("what flowed is what a page reports as shown, and nothing for who reports nothing, or what was never sent", async () => {
  const { live, page, media } = await rigWithPages();
  await live("luna", vp8());
  const [shows, silent, liar] = [1, 2, 3].map((fan) => page("luna", { token: `fan:${fan}|public` }));
  const stop = shows?.showEverything();
  await pictures(liar as FramesPage, 5);
  const lies = setInterval(() => {
    liar?.say(JSON.stringify({ shown: Number.MAX_SAFE_INTEGER }));
    liar?.say('{"shown":0}');
  }, 200);
  const flowOf = async (page?: FramesPage) => {
    const flow = (await media.flows("luna")).find(({ sessionId }) => sessionId === page?.session());
    return flow?.flowed.reduce((sum, { flowedMs }) => sum + flowedMs, 0) ?? 0;
  };
  await until(async () => (await flowOf(shows)) > 1500, "more than a second to flow");
  const report = () => media.rooms().get("luna")?.viewers ?? [];
  await until(() => report().some(({ tag }) => tag === "fan:1|public"), "a report");
  for (const { sentMs, flowed } of report())
    expect(flowed.reduce((sum, { flowedMs }) => sum + flowedMs, 0)).toBeLessThanOrEqual(sentMs);
  expect(await flowOf(silent)).toBe(0);
  expect(await flowOf(liar)).toBe(0);
  stop?.();
  // A silent connection is closed after a while; one that says anything at all counts as cut off.
  await until(() => silent?.closed() === "ended", "the silent one to be ended");
  await until(() => shows?.closed() === "ended", "the one that fell silent to be ended");
  expect(liar?.closed()).toBeNull();
  clearInterval(lies);
});

test("a page that does not read holds a second of frames at most, and goes on with a keyframe", async () => {
  const { live, page, media } = await rigWithPages();
  await live("luna", { source: createVp8Source({ picture, packetsPerFrame: 20, packetBytes: 1_100 }) });
  const slow = page("luna");
  await pictures(slow, 5);
  const beat = setInterval(() => slow.say('{"shown":0}'), 1_000);
  slow.socket.pause();
  const residentBytes = () => memoryOf(media.processId());
  const beside = page("luna", { token: "fan:2|public" });
  beside.showEverything();
  // Until all of its buffers have been needed once.
  await pictures(beside, 800);
  const early = residentBytes();
  await pictures(beside, 1_600);
  expect(residentBytes() - early, "of eighteen megabytes").toBeLessThan(6 * 2 ** 20);
  const before = slow.frames("video").length;
  slow.socket.resume();
  const newest = () => beside.frames("video").at(-1)?.timeUs ?? 0;
  const resumedAtUs = newest();
  await until(() => (slow.frames("video").at(-1)?.timeUs ?? 0) > resumedAtUs, "the slow one to follow");
  const got = slow.frames("video").slice(before);
  expect(got.length, "what was dropped").toBeLessThan(beside.frames("video").length - 200);
  const jumps = got.filter((frame, at) => at > 0 && frame.timeUs - (got[at - 1]?.timeUs ?? 0) > 500_000);
  expect(jumps.length).toBeGreaterThan(0);
  for (const frame of jumps) expect(frame.key).toBe(true);
  clearInterval(beat);
});

test("the engine that is killed takes its pages with it, and they come again to the next one", async () => {
  const { live, page, media, events } = await rigWithPages();
  await live("luna", vp8());
  const watching = page("luna");
  await pictures(watching, 5);
  process.kill(media.processId() ?? 0, "SIGKILL");
  await ended(watching, "ended");
  await until(() => media.viewers().length === 0, "its sessions to be forgotten");
  await until(() => events.some(({ kind }) => kind === "engine-restarted"), "the engine to be back");
  await ended(page("luna"), "no_publisher");
  await live("luna", vp8());
  await pictures(page("luna"), 5);
});

test("a hundred thousand messages of rubbish disturb nobody, and leave nothing behind", async () => {
  const { live, page, media, server } = await rigWithPages();
  await live("luna", vp8());
  const watching = page("luna");
  watching.showEverything();
  await pictures(watching, 10);
  let [sent, round, early] = [0, 0, 0];
  while (sent < 100_000) {
    const address = `127.0.${1 + (round % 200)}.${1 + ((round * 7) % 200)}`;
    sent += await rubbish(server.url("luna"), address, round);
    round += 1;
    if (round === 100) early = memoryOf(media.processId());
  }
  const count = watching.frames().length;
  await pictures(watching, count + 10);
  expect(watching.closed()).toBeNull();
  await until(() => media.viewers().length === 1, "the strangers to be gone");
  expect(memoryOf(media.processId()) - early).toBeLessThan(24 * 2 ** 20);
});

test(`no address has more than ${limits.framesWaitingPerAddress} connections that say nothing`, async () => {
  const { live, page } = await rigWithPages();
  await live("luna", vp8());
  const silent = Array.from({ length: limits.framesWaitingPerAddress }, () =>
    page("luna", null, "127.0.0.9"),
  );
  await until(() => silent.every(({ socket }) => socket.readyState === socket.OPEN), "all to be open");
  const another = page("luna", {}, "127.0.0.9");
  const [error] = (await once(another.socket, "error")) as [Error];
  expect(error.message).toContain("429");
  await pictures(page("luna"), 5);
});

test("a refused page counts for its address until its connection has ended", async () => {
  let asked = 0;
  const { live, page } = await rigWithPages({
    authorizePlay: async (slug, tag) => {
      asked += 1;
      return tag === "forged" ? { ok: false, refusal: "unauthorized" } : { ok: true, room: slug, tag };
    },
  });
  await live("luna", vp8());
  const lingering = Array.from({ length: limits.framesWaitingPerAddress }, () => {
    const refused = page("luna", { token: "forged" }, "127.0.0.9");
    refused.socket.on("open", () => refused.socket.pause());
    return refused;
  });
  await until(() => asked === lingering.length, "all to be refused");
  await ended(page("luna", { token: "forged" }, "127.0.0.9"), "ended");
  await pictures(page("luna"), 5);
});

test("who leaves while they are let in takes nobody's place", async () => {
  const seats = { confirmed: 0, released: 0 };
  const leaving: FramesPage[] = [];
  let isSecond = false;
  const { live, page, media } = await rigWithPages({
    authorizePlay: async (slug, tag) => {
      if (isSecond) {
        leaving[0]?.socket.terminate();
        await until(() => media.viewers().length === 0, "the session to end");
      }
      isSecond = true;
      return { ok: true, room: slug, tag };
    },
    seats: {
      reserve: () => ({
        ok: true,
        confirm: () => void (seats.confirmed += 1),
        release: () => void (seats.released += 1),
      }),
    },
  });
  await live("luna", vp8());
  leaving.push(page("luna"));
  await until(() => seats.confirmed + seats.released > 0, "the place to be decided");
  expect(seats).toEqual({ confirmed: 0, released: 1 });
});

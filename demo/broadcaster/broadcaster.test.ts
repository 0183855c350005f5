import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whipRoutes } from "#server/media/whip/whip-routes.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";
import { type Broadcaster, startBroadcaster } from "./broadcaster.ts";

const streamKey = "key-of-luna";

let rig: MediaRig;
let app: FastifyInstance;
let broadcaster: Broadcaster;
const live: string[] = [];
const lost: string[] = [];

beforeAll(async () => {
  rig = await startTestMedia();
  app = Fastify();
  app.register(
    whipRoutes({
      media: rig.media,
      authorizePublish: async (slug, bearer) =>
        bearer === streamKey ? { ok: true, room: slug } : { ok: false, refusal: "forbidden" },
      authorizePlay: async (slug) => ({ ok: true, room: slug, tag: "fan" }),
    }),
  );
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  broadcaster = startBroadcaster({ origin, log: () => {} });
  broadcaster.onLive((login) => live.push(login));
  broadcaster.onLost((login, reason) => lost.push(`${login} ${reason}`));
});

afterAll(async () => {
  await broadcaster?.stop();
  await app?.close();
  await rig?.stop();
});

const publisher = () => rig.media.rooms().get("luna")?.publisherSessionId ?? null;

test("a model goes live through the real engine, which receives video and audio", async () => {
  broadcaster.goLive("luna", streamKey);
  await until(() => live.includes("luna"), "luna to be live", 20_000);
  await until(publisher, "the engine to report the model", 20_000);
});

test("rooms send VP8 or H264, tall or wide, and the engine reports which shape comes", async () => {
  const sent = { kai: { width: 768, height: 432 }, mateo: { width: 432, height: 768 } };
  for (const [login, size] of Object.entries(sent)) {
    broadcaster.goLive(login, streamKey);
    const picture = await until(
      () => rig.media.rooms().get(login)?.picture,
      `the picture of ${login}`,
      20_000,
    );
    expect(picture).toEqual(size);
    broadcaster.goDark(login);
  }
  expect(rig.media.rooms().get("luna")?.picture).toEqual({ width: 432, height: 768 });
});

test("a wrong key and a model who is not drawn are lost, and stay dark", async () => {
  broadcaster.goLive("rosa", streamKey);
  await until(() => lost.includes("rosa not-drawn"), "rosa to be lost");
  broadcaster.goLive("clara", "wrong-key");
  await until(() => lost.includes("clara refused"), "clara to be refused", 20_000);
  expect(rig.media.rooms().has("clara")).toBe(false);
});

test("after a crash of the engine the model is live again", async () => {
  const before = publisher();
  const processId = rig.media.processId();
  expect(processId).not.toBeNull();
  if (processId) process.kill(processId, "SIGKILL");
  await until(() => live.filter((login) => login === "luna").length === 2, "luna to be live again", 40_000);
  const after = await until(publisher, "the new engine to report the model", 20_000);
  expect(after).not.toBe(before);
}, 70_000);

test("replaced by another publisher, the broadcast is reported lost at once and stops", async () => {
  const other = await rig.publisher("luna");
  await until(() => lost.includes("luna closed"), "the loss to be reported");
  expect(publisher()).not.toBeNull();
  await rig.media.endSession(other.sessionId);
  lost.splice(0);
  const livesBefore = live.length;
  broadcaster.goLive("luna", streamKey);
  await until(() => live.length > livesBefore, "luna to be live again", 20_000);
});

test("a stopped broadcast leaves the room at once", async () => {
  broadcaster.goDark("luna");
  await until(() => publisher() === null, "luna to be gone", 20_000);
  expect(lost.some((line) => line.startsWith("luna"))).toBe(false);
});

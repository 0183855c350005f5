import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whipRoutes } from "#server/media/whip/whip-routes.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { broadcastLayers, offerLayers, type Rid, ridOf } from "#testing/media-engine/simulcast.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

let rig: MediaRig;
let app: FastifyInstance;
let stopBroadcast: () => void;
let publisher: Peer;
beforeAll(async () => {
  rig = await startTestMedia();
  app = Fastify();
  const room = "layers";
  const authorizePlay = async (_slug: string, bearer: string | null) => {
    const fixed = bearer === "preview" ? { layer: "low" as const } : {};
    return { ok: true as const, room, tag: `${bearer}|public`, ...fixed };
  };
  app.register(
    whipRoutes({ media: rig.media, authorizePublish: async () => ({ ok: true, room }), authorizePlay }),
  );
  publisher = await connectPeer(
    async (offer) => (await open("/whip/luna", "key", offerLayers(offer))).payload,
    { role: "publisher" },
  );
  stopBroadcast = broadcastLayers(publisher);
});
afterAll(async () => {
  stopBroadcast();
  publisher.close();
  await app.close();
  await rig.stop();
});

const open = (url: string, bearer: string, payload: string) =>
  app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/sdp", authorization: `Bearer ${bearer}` },
  });

async function watch(bearer: string, query = "") {
  let [location, link]: [string, unknown] = ["", undefined];
  const peer = await connectPeer(
    async (offer) => {
      const answer = await open(`/whep/luna${query}`, bearer, offer);
      location = String(answer.headers.location);
      link = answer.headers.link;
      return answer.payload;
    },
    { role: "viewer" },
  );
  const ask = (body: unknown, as = bearer, type = "application/json", path = `${location}/layer`) =>
    app.inject({
      method: "POST",
      url: path,
      payload: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": type, authorization: `Bearer ${as}` },
    });
  const sees = (rid: Rid) => {
    const newest = peer.rtp.at(-1);
    return newest !== undefined && ridOf(newest) === rid;
  };
  return { peer, location, link, ask, sees };
}

test("a viewer begins with the layer that it asks for, and changes it while it watches; others see theirs", async () => {
  const [viewer, other] = [await watch("fan", "?layer=low"), await watch("other")];
  expect(viewer.link).toBe(`<${viewer.location}/layer>; rel="urn:fanlight:whep:ext:layer"`);
  await until(() => viewer.peer.rtp.length > 20 && other.sees("h"), "pictures");
  expect(new Set(viewer.peer.rtp.map(ridOf))).toEqual(new Set(["l"]));
  expect((await viewer.ask({ layer: "high" })).statusCode).toBe(204);
  await until(() => viewer.sees("h"), "the highest layer");
  expect((await viewer.ask({ layer: "low" })).statusCode).toBe(204);
  await until(() => viewer.sees("l"), "the lowest layer");
  // Where the machine stands still for a moment, a smaller picture stands in.
  await until(() => other.sees("h"), "the other's own layer");
  const numbers = viewer.peer.rtp.map((packet) => packet.readUInt16BE(2));
  expect(numbers).toEqual(numbers.map((_, index) => ((numbers[0] ?? 0) + index) & 0xffff));
  const sources = new Set(viewer.peer.rtp.map((packet) => packet.readUInt32BE(8)));
  expect(sources.size).toBe(1);
  viewer.peer.close();
  other.peer.close();
});

test("only who opened a session chooses its layer, only one that there is, and only while it runs", async () => {
  const viewer = await watch("fan");
  const answers = [
    await viewer.ask({ layer: "low" }, "thief"),
    await viewer.ask({ layer: "4k" }),
    await viewer.ask("{"),
    await viewer.ask({ layer: "low" }, "fan", "application/sdp"),
    await viewer.ask({ layer: "low" }, "fan", "application/json", "/whep/luna/nobody/layer"),
    await open("/whep/luna?layer=4k", "fan", "v=0"),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 400, 400, 415, 404, 400]);
  expect(answers[1]?.json()).toEqual({
    code: "bad_layer",
    message: "The layer must be auto, low or high.",
  });
  await rig.media.endSession(viewer.location.split("/").at(-1) ?? "");
  expect((await viewer.ask({ layer: "low" })).statusCode).toBe(410);
  viewer.peer.close();
});

test("a session of a fixed layer, as a preview is, keeps it whatever it asks for", async () => {
  const preview = await watch("preview", "?layer=high");
  expect(preview.link).toBeUndefined();
  expect((await preview.ask({ layer: "high" })).statusCode).toBe(403);
  await until(() => preview.peer.rtp.length > 20, "pictures");
  expect(new Set(preview.peer.rtp.map(ridOf))).toEqual(new Set(["l"]));
  preview.peer.close();
});

import { afterEach, expect, test } from "vitest";
import { connectPeer } from "#testing/media-engine/peer.ts";
import { broadcastLayers, offerLayers, type Rid, simulcastLayers } from "#testing/media-engine/simulcast.ts";
import { type FramesPage, framesServer, openFramesPage, pictures } from "#testing/media/frames-page.ts";
import { startTestMedia } from "#testing/media/media-rig.ts";
import { clearWeather, openTcpDetour } from "#testing/network/bad-network.ts";
import { until } from "#testing/until.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).toReversed()) await stop();
});

/** A room that is sent in three sizes of 10, 20 and 40 KB/s, and a page behind a way that carries only so much. */
async function watchBehind(bytesPerSecond: number) {
  const rig = await startTestMedia();
  open.push(() => rig.stop());
  const publish = async (offer: string) => {
    const answer = await rig.media.publish("luna", offerLayers(offer));
    if (!answer.ok) throw new Error(answer.refusal);
    return answer.answerSdp;
  };
  const publisher = await connectPeer(publish, { role: "publisher" });
  open.push(() => publisher.close(), broadcastLayers(publisher));
  const server = await framesServer(rig.media);
  open.push(() => server.stop());
  const { hostname: host, port } = new URL(server.url("luna"));
  const weather = { ...clearWeather, bytesPerSecond };
  const way = await openTcpDetour({ host, to: { host, port: Number(port) }, weather, seed: "narrow" });
  open.push(() => way.close());
  const page = openFramesPage(`ws://${host}:${way.port}/frames/luna`);
  open.push(() => page.socket.terminate());
  page.showEverything();
  await pictures(page, 10);
  return page;
}

/** The layer of the first picture, or of the last one. */
const layerOf = (page: FramesPage, at: 0 | -1): Rid | undefined => {
  const fill = page.frames("video").at(at)?.data.at(-1);
  return simulcastLayers.find((layer) => layer.fill === fill)?.rid;
};

test("a way that is too narrow for the largest picture is soon sent the one that it carries", async () => {
  const page = await watchBehind(16_000);
  expect(layerOf(page, 0)).toBe("h");
  await until(() => layerOf(page, -1) === "l", "the lowest layer");
  await pictures(page, page.frames("video").length + 100);
  expect(layerOf(page, -1)).toBe("l");
});

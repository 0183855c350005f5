import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { framesServer, pictures } from "#testing/media/frames-page.ts";
import { startTestMedia } from "#testing/media/media-rig.ts";
import { connectionsPerMinute } from "./frames-routes.ts";

test(`an address connects ${connectionsPerMinute} times a minute and no more for frames; others come in`, async () => {
  const { media, live, stop } = await startTestMedia();
  onTestFinished(stop);
  const server = await framesServer(media);
  onTestFinished(() => server.stop());
  const { page } = server;
  await live("luna", { source: createVp8Source({ picture: { width: 320, height: 180, firstId: 1 } }) });
  const first = page("luna", {}, "127.0.0.9");
  await pictures(first, 5);
  const ask = () => statusOf(server.url("luna"), "127.0.0.9");
  // Fewer at once than may be on their way to the engine, which a busy one is slow to take.
  const inTurn = createConcurrencyLimit(50);
  const statuses = await Promise.all(Array.from({ length: connectionsPerMinute - 1 }, () => inTurn(ask)));
  // The engine refuses what is no handshake; the one after these is not passed on to it.
  expect(new Set(statuses)).toEqual(new Set(["400"]));
  expect(await ask()).toBe("429");
  const count = first.frames().length;
  await pictures(first, count + 5);
  await pictures(page("luna"), 5);
});

/** The status that a request for a socket without a key is answered with. */
async function statusOf(url: string, localAddress: string): Promise<string | undefined> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1];
}

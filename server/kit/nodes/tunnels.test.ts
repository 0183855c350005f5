import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { answerUpgrades, serveUpgrades } from "#server/kit/http/upgrades.ts";
import { openTunnels } from "./tunnels.ts";

/** A server that is listened to by `serve` alone; answers its address. */
async function serverOf(serve: Parameters<typeof serveUpgrades>[2]): Promise<string> {
  const server = createServer();
  answerUpgrades(server);
  serveUpgrades(server, () => true, serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("R-OPEN-66: a socket that the owner resets is reset, so that nothing which waits on the way arrives", async () => {
  const owners: Socket[] = [];
  const address = await serverOf((_request, wire) => {
    wire.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst");
    owners.push(wire as Socket);
  });
  const tunnels = openTunnels(
    { owner: async () => ({ name: "owner", address, secret: "known" }) },
    systemClock,
  );
  onTestFinished(() => tunnels.stop());
  const [host, port] = (await serverOf(tunnels.open)).split(":");
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  const asked = request({ host, port, path: "/frames/luna", headers }).end();
  const [, page, head] = (await once(asked, "upgrade")) as [unknown, Socket, Buffer];
  if (head.length === 0) await once(page, "data");
  const failed = once(page, "error");
  owners[0]?.resetAndDestroy();
  page.resume();
  const [error] = (await Promise.race([failed, once(page, "close").then(() => [null])])) as [Error | null];
  expect((error as NodeJS.ErrnoException | null)?.code).toBe("ECONNRESET");
});

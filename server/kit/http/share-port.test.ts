import { once } from "node:events";
import { createServer, request, type Server, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sharePort } from "./share-port.ts";

const opened: { close?(): void; destroy?(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    one.destroy?.();
    one.close?.();
  }
});

/** A server that answers with what it was asked, and what came for media. */
async function sharedServer(options: ServerOptions = {}) {
  const taken: Buffer[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer(options, async (asked, answer) => {
    let body = "";
    for await (const part of asked) body += String(part);
    answer.end(`${asked.method} ${asked.url} ${body}`);
  });
  sharePort(server, (socket, head) => {
    sockets.push(socket);
    taken.push(head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  return { port: (server.address() as AddressInfo).port, server, taken, sockets };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  opened.push(socket);
  await once(socket, "connect");
  return socket;
}

async function readTo(socket: Socket, end: string): Promise<string> {
  let text = "";
  while (!text.includes(end)) text += String((await once(socket, "data"))[0]);
  return text;
}

test("requests are answered as on a port of their own: byte by byte, several on one connection, with large bodies", async () => {
  const { port, taken } = await sharedServer();
  const slow = await open(port);
  slow.setNoDelay(true);
  for (const letter of "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") {
    slow.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await readTo(slow, "GET /slow")).toContain("200 OK");
  const afterEmptyLine = await open(port);
  afterEmptyLine.write("\r\nGET /empty HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await readTo(afterEmptyLine, "GET /empty")).toContain("200 OK");
  slow.write("GET /again HTTP/1.1\r\nHost: a\r\n\r\nGET /third HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await readTo(slow, "GET /third")).toContain("GET /again");
  const body = "x".repeat(1_000_000);
  const posted = request({ port, host: "127.0.0.1", method: "POST", path: "/large" });
  posted.end(body);
  const [answer] = await once(posted, "response");
  let length = 0;
  for await (const part of answer) length += part.length;
  expect(length).toBe("POST /large ".length + body.length);
  expect(taken).toEqual([]);
});

test("a connection that begins with a short packet is passed on with what was read, and HTTP learns nothing of it", async () => {
  const { port, taken, sockets, server } = await sharedServer();
  let requests = 0;
  server.on("request", () => {
    requests += 1;
  });
  const media = await open(port);
  media.write(Buffer.from([0, 20, 0, 1]));
  while (taken.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(taken[0]).toEqual(Buffer.from([0, 20, 0, 1]));
  // Later bytes are the taker's.
  media.write(Buffer.from([7]));
  const [later] = await once(sockets[0] as Socket, "data");
  expect(later).toEqual(Buffer.from([7]));
  expect(requests).toBe(0);
});

test("who says nothing is left to HTTP and its limits, and who leaves without a word costs nothing", async () => {
  const { port, server } = await sharedServer({ headersTimeout: 300, connectionsCheckingInterval: 50 });
  const silent = await open(port);
  const gone = await open(port);
  gone.destroy();
  expect(await readTo(silent, "408")).toContain("408 Request Timeout");
  silent.destroy();
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, connections) => resolve(connections)));
  while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve));
});

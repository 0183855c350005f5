import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { type ClientMessage, realtimeProtocol, type ServerMessage, type Topic } from "#contract/realtime.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { ok } from "#server/kit/result.ts";
import { createRealtime, type RealtimeOptions, type Subject } from "#server/realtime/realtime.ts";
import { until } from "#testing/until.ts";

export const origin = "http://fanlight.test";
export const guest: Subject = { userId: null };

/** A fan with a session of their own. */
export function fan(userId: number, tokenId = `session-${userId}`): Subject {
  return { userId, role: "fan", tokenId };
}

/** A hub on a real port, with what tests need to open pages on it. */
export async function startHub(options: Partial<RealtimeOptions> & { clock?: Clock } = {}) {
  const errors: unknown[] = [];
  const realtime = createRealtime({
    secret: "a secret of the tests",
    clock: systemClock,
    allowedOrigins: (asked) => asked === origin,
    authorize: async () => ok({}),
    report: (error) => errors.push(error),
    ...options,
  });
  const server = createServer((_request, response) => response.writeHead(404).end());
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime`;
  return {
    realtime,
    url,
    errors,
    /** Opens a page for `subject` and lets it join `topics`. */
    async open(subject: Subject = guest, ...topics: Topic[]): Promise<Page> {
      const page = await openPage(`${url}?ticket=${realtime.issueTicket(subject)}`);
      for (const topic of topics) await page.join(topic);
      return page;
    },
    /** The HTTP status that an upgrade is refused with; 101 when it is let in. */
    tryUpgrade: (ticket: string, asking: Asking = {}) => knock(`${url}?ticket=${ticket}`, asking),
    tryUpgradeElsewhere: () => knock(`${url}/elsewhere`, {}),
    async close(): Promise<void> {
      await realtime.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type HubFixture = Awaited<ReturnType<typeof startHub>>;
export type Page = Awaited<ReturnType<typeof openPage>>;

async function openPage(url: string) {
  const socket = new WebSocket(url, realtimeProtocol, { origin });
  /** One entry per WebSocket message. */
  const batches: ServerMessage[][] = [];
  let closed: { code: number; reason: string } | null = null;
  socket.on("message", (data) => void batches.push(JSON.parse(data.toString()) as ServerMessage[]));
  socket.on("close", (code, reason) => {
    closed = { code, reason: reason.toString() };
  });
  socket.on("error", () => {});
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));

  const messages = () => batches.flat();
  const page = {
    socket,
    batches,
    messages,
    events: () => messages().filter((message) => message[0] === "event"),
    closed: () => closed,
    send: (message: ClientMessage) => socket.send(JSON.stringify(message)),
    /** The messages of one kind, once there are at least `count`. */
    async received<Kind extends ServerMessage[0]>(kind: Kind, count = 1) {
      const ofKind = () => messages().filter((message) => message[0] === kind);
      await until(() => ofKind().length >= count, `${count} × ${kind}`);
      return ofKind() as Extract<ServerMessage, [Kind, ...unknown[]]>[];
    },
    async join(topic: Topic, epoch?: string, sequence?: number): Promise<void> {
      const answers = () => messages().filter(([kind, about]) => kind === "joined" && about === topic).length;
      const before = answers();
      page.send(epoch === undefined ? ["join", topic] : ["join", topic, epoch, sequence ?? 0]);
      await until(() => answers() > before, `joining ${topic}`);
    },
    /** Resolves when everything that the server has sent before now has arrived. */
    async settled(): Promise<void> {
      const before = messages().filter(([kind]) => kind === "pong").length;
      page.send(["ping"]);
      await page.received("pong", before + 1);
    },
    async whenClosed() {
      return until(() => closed, "the socket to close");
    },
  };
  return page;
}

type Asking = { headers?: Record<string, string>; protocol?: string };

function knock(url: string, { headers = { origin }, protocol = realtimeProtocol }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocol, { headers });
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.once("error", reject);
  });
}

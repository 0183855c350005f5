import { WebSocket } from "ws";
import type { RealtimeEventName, RealtimeEvents } from "#contract/realtime-events.ts";
import {
  type ClientMessage,
  type Position,
  realtimeProtocol,
  type ServerMessage,
  type Topic,
} from "#contract/realtime.ts";
import { until } from "#testing/until.ts";
import type { Person } from "./caller.ts";
import type { TestApp } from "./test-app.ts";

/** A page that listens: every message of its socket, in order. */
export type RealtimeClient = {
  messages: ServerMessage[];
  /** Data of all events of a name so far. */
  events<N extends RealtimeEventName>(name: N): RealtimeEvents[N][];
  /** The first event of a name that `fits`, waited for. */
  event<N extends RealtimeEventName>(
    name: N,
    fits?: (data: RealtimeEvents[N]) => boolean,
  ): Promise<RealtimeEvents[N]>;
  /** Joins a topic from where a page that was drawn earlier left off. */
  join(topic: Topic, from: Position): void;
  send(message: ClientMessage): void;
  close(): void;
};

/**
 * Opens a socket for a person (or a guest) and joins topics; resolves when each is joined or refused, and rejects as soon
 * as the server has sent the socket away before.
 */
export async function listen(
  app: Pick<TestApp, "call" | "origin"> & { publicOrigin?: string },
  topics: Topic[],
  as?: Person,
): Promise<RealtimeClient> {
  const { body } = await app.call("POST", "/api/realtime/ticket", { ...(as ? { as } : {}), body: {} });
  const address = `${app.origin.replace("http", "ws")}/realtime?ticket=${String(body.ticket)}`;
  const socket = new WebSocket(address, realtimeProtocol, {
    origin: app.publicOrigin ?? "http://127.0.0.1:1",
  });
  const messages: ServerMessage[] = [];
  socket.on("message", (data) => messages.push(...(JSON.parse(String(data)) as ServerMessage[])));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  for (const topic of topics) socket.send(JSON.stringify(["join", topic]));
  const settled = (topic: Topic) =>
    messages.some(([kind, name]) => (kind === "joined" || kind === "refused") && name === topic);
  const isCut = (topic: Topic) => messages.some(([kind, , cut]) => kind === "cut" && cut === topic);
  const isGone = () =>
    socket.readyState > WebSocket.OPEN || topics.some((each) => isCut(each) && !settled(each));
  await until(() => topics.every(settled) || isGone(), "the topics to be joined");
  if (!topics.every(settled)) {
    socket.close();
    throw new Error(`sent away before the topics were joined: ${JSON.stringify(messages)}`);
  }
  const events = <N extends RealtimeEventName>(name: N) =>
    messages.flatMap((message) =>
      message[0] === "event" && message[4] === name ? [message[5] as RealtimeEvents[N]] : [],
    );
  return {
    messages,
    events,
    event: (name, fits = () => true) => until(() => events(name).find(fits), `the event ${name}`),
    join: (topic, { epoch, sequence }) => socket.send(JSON.stringify(["join", topic, epoch, sequence])),
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
}

import type { RealtimeEventName, RealtimeEvents } from "#contract/realtime-events.ts";
import type {
  Channel,
  ClientMessage,
  DisconnectReason,
  Position,
  RefusalReason,
  ServerMessage,
  Topic,
} from "#contract/realtime.ts";
import type { ConnectionState } from "./connection-state.ts";
import { createInterests } from "./interests.ts";
import { createListeners, type Listeners, throwLater } from "./listeners.ts";
import { createReconnectingSocket, type SocketOptions } from "./reconnecting-socket.ts";

export type { ConnectionState } from "./connection-state.ts";
export type { SocketLike } from "./reconnecting-socket.ts";

/** Where an event came from. */
export type EventOrigin = { channel: Channel; topic: Topic; sequence: number };
export type EventHandler<Name extends RealtimeEventName> = (
  data: RealtimeEvents[Name],
  origin: EventOrigin,
) => void;

/** An event with its name, one of several. */
export type RealtimeEvent<Name extends RealtimeEventName> = {
  [Each in Name]: { name: Each; data: RealtimeEvents[Each] };
}[Name];

/** The news for a view beside events: it missed some (load again), it may not listen, it was cut off. */
export type RealtimeNotice =
  | { kind: "gap"; topic: Topic }
  | { kind: "refused"; topic: Topic; reason: RefusalReason }
  | { kind: "cut"; topic: Topic | null; reason: DisconnectReason };

export type RealtimeClientOptions = SocketOptions & {
  /** Events of the topic were missed: the view must be loaded again. */
  onGap?: (topic: Topic) => void;
  /** Runs the work that one message of the server makes, with all events that it brings: views may render once for them. */
  together?: (work: () => void) => void;
};

/** A page's realtime connection: joins topics, receives events in order, reconnects after every loss. */
export type RealtimeClient = {
  start(): void;
  stop(): void;
  /**
   * Listens to a topic until the returned function is called; counted, so that several views may share one.
   * `from` is as in `catchUp`.
   */
  join(topic: Topic, from?: Position): () => void;
  /**
   * A view's data was read when the topic, which it has joined, was at `from`: the events since then are
   * delivered again to all listeners of the topic. A position that is too old is reported as a gap.
   */
  catchUp(topic: Topic, from: Position): void;
  on<Name extends RealtimeEventName>(name: Name, handler: EventHandler<Name>): () => void;
  /** As `on`, for several names at once. */
  onEvents<Name extends RealtimeEventName>(
    names: readonly Name[],
    handler: (event: RealtimeEvent<Name>, origin: EventOrigin) => void,
  ): () => void;
  onNotice(listener: (notice: RealtimeNotice) => void): () => void;
  /** The present state; the same object until something changes. */
  connection(): ConnectionState;
  onConnection(listener: () => void): () => void;
  /** The device woke up or changed its network: reconnect now, or probe that the connection still works. */
  nudge(): void;
  /** The device reports that it has no network. */
  lost(): void;
  /** Sends a typing notice to the other participant of a chat; dropped while disconnected. */
  typing(chatId: number): void;
};

type EventMessage = Extract<ServerMessage, ["event", ...unknown[]]>;

/** After these the page stays away: the person is no longer, or not yet again, who opened it. */
const finalCuts: readonly DisconnectReason[] = ["revoked", "banned", "blocked", "logged_out"];

/** Makes a {@link RealtimeClient}; nothing happens before `start`. */
export function createRealtimeClient({
  onGap,
  together = (work) => work(),
  ...socketOptions
}: RealtimeClientOptions): RealtimeClient {
  const { report = throwLater } = socketOptions;
  const handlers = new Map<string, Listeners<[unknown, EventOrigin]>>();
  const notices = createListeners<[RealtimeNotice]>(report);
  const socket = createReconnectingSocket(socketOptions, {
    opened: () => interests.askForAll(),
    received: receive,
  });

  const send = (message: ClientMessage) => socket.send(JSON.stringify(message));
  const interests = createInterests(send);

  function receive(text: string): void {
    const messages = JSON.parse(text) as ServerMessage[];
    together(() => {
      for (const message of messages) handle(message);
    });
  }

  function handle(message: ServerMessage): void {
    const [kind, subject] = message;
    if (kind === "event") onEvent(message);
    else if (kind === "joined") interests.remember(message[1], message[2], message[3]);
    else if (kind === "refused") notices.emit({ kind, topic: message[1], reason: message[2] });
    else if (kind === "gap") {
      interests.clearWanted(message[1]);
      interests.remember(message[1], message[2], message[3]);
      missed(message[1]);
    } else if (kind === "cut") onCut(subject as DisconnectReason, message[2] ?? null);
  }

  function onEvent([, channel, topic, sequence, name, data]: EventMessage): void {
    const position = interests.positionOf(topic);
    const isOurs = channel === (topic === "presence" ? "presence" : "main-channel");
    if (!position || !isOurs || sequence <= position.sequence) return;
    const isNext = sequence === position.sequence + 1;
    position.sequence = sequence;
    if (!isNext) missed(topic);
    handlers.get(name)?.emit(data, { channel, topic, sequence });
  }

  function missed(topic: Topic): void {
    if (!interests.has(topic)) return;
    onGap?.(topic);
    notices.emit({ kind: "gap", topic });
  }

  function onCut(reason: DisconnectReason, topic: Topic | null): void {
    if (topic && reason === "audience_changed") interests.ask(topic);
    if (!topic && finalCuts.includes(reason)) socket.close(reason);
    else if (!topic) socket.retryLater();
    notices.emit({ kind: "cut", topic, reason });
  }

  function on(name: string, handler: (data: unknown, origin: EventOrigin) => void): () => void {
    const named = handlers.get(name) ?? createListeners<[unknown, EventOrigin]>(report);
    handlers.set(name, named);
    return named.add(handler);
  }

  return {
    start: socket.start,
    stop: socket.stop,
    join: interests.join,
    catchUp: interests.catchUp,
    on: (name, handler) => on(name, handler as (data: unknown, origin: EventOrigin) => void),
    onEvents<Name extends RealtimeEventName>(
      names: readonly Name[],
      handler: (event: RealtimeEvent<Name>, origin: EventOrigin) => void,
    ) {
      const ends = names.map((name) =>
        on(name, (data, origin) => handler({ name, data } as RealtimeEvent<Name>, origin)),
      );
      return () => {
        for (const end of ends) end();
      };
    },
    onNotice: notices.add,
    connection: socket.state,
    onConnection: socket.onState,
    nudge: () => socket.nudge('["ping"]'),
    lost: socket.lost,
    typing: (chatId) => send(["typing", chatId]),
  };
}

import type {
  Channel,
  ClientMessage,
  CutReason,
  Position,
  RealtimeEventName,
  RealtimeEvents,
  RefusalReason,
  ServerMessage,
  Topic,
} from "#contract/realtime.ts";
import type { ConnectionState } from "./connection-state.ts";
import { createListeners, type Listeners, throwLater } from "./listeners.ts";
import { createLine, type LineOptions } from "./reconnecting-socket.ts";

export type { ConnectionState } from "./connection-state.ts";
export type { SocketLike } from "./reconnecting-socket.ts";

/** Where an event came from. */
export type EventOrigin = { channel: Channel; topic: Topic; sequence: number };
export type EventHandler<Name extends RealtimeEventName> = (
  data: RealtimeEvents[Name],
  origin: EventOrigin,
) => void;

/** What a view must know beside events: it missed some (load again), it may not listen, it was cut off. */
export type RealtimeNotice =
  | { kind: "gap"; topic: Topic }
  | { kind: "refused"; topic: Topic; reason: RefusalReason }
  | { kind: "cut"; topic: Topic | null; reason: CutReason };

export type RealtimeClientOptions = LineOptions & {
  /** Events of the topic were missed: the view must be loaded again. */
  onGap?: (topic: Topic) => void;
};

/** A page's live line: joins topics, hears events in order, comes back by itself after every loss. */
export type RealtimeClient = {
  start(): void;
  stop(): void;
  /**
   * Listens to a topic until the returned function is called; counted, so that several views may share one.
   * `from` is as in `catchUp`.
   */
  join(topic: Topic, from?: Position): () => void;
  /**
   * A view's data was read when the topic, which it has joined, was at `from`: what the page has heard since then is
   * said again, to all who listen to the topic. Too old a position is told as a gap.
   */
  catchUp(topic: Topic, from: Position): void;
  on<Name extends RealtimeEventName>(name: Name, handler: EventHandler<Name>): () => void;
  onNotice(listener: (notice: RealtimeNotice) => void): () => void;
  /** The present state; the same object until something changes. */
  connection(): ConnectionState;
  onConnection(listener: () => void): () => void;
  /** The device woke up or changed its network: try now, or make sure that the line still works. */
  nudge(): void;
  /** The device says that it has no network. */
  lost(): void;
  /** Tells the other side of a chat that something is being written; lost while the line is down. */
  typing(chatId: number): void;
};

type Interest = {
  count: number;
  /** The last event heard; null until the server has told where the topic is. */
  position: Position | null;
  /** Where a view wants to begin, until the server has agreed to it. */
  wanted: Position | null;
};
type EventMessage = Extract<ServerMessage, ["event", ...unknown[]]>;

/** After these the page stays away: the person is no longer, or not yet again, who opened it. */
const finalCuts: readonly CutReason[] = ["revoked", "banned", "logged_out"];

/** Makes a {@link RealtimeClient}; nothing happens before `start`. */
export function createRealtimeClient({ onGap, ...lineOptions }: RealtimeClientOptions): RealtimeClient {
  const { report = throwLater } = lineOptions;
  const interests = new Map<Topic, Interest>();
  const handlers = new Map<string, Listeners<[unknown, EventOrigin]>>();
  const notices = createListeners<[RealtimeNotice]>(report);
  const line = createLine(lineOptions, { opened: askForAll, heard: hear });

  const say = (message: ClientMessage) => line.send(JSON.stringify(message));

  function askForAll(): void {
    const wishes = [...interests].map(([topic, interest]) => wish(topic, interest));
    if (wishes.length > 0) say(["resume", wishes]);
  }

  function hear(text: string): void {
    for (const message of JSON.parse(text) as ServerMessage[]) obey(message);
  }

  function obey(message: ServerMessage): void {
    const [kind, subject] = message;
    if (kind === "event") hearEvent(message);
    else if (kind === "joined") remember(message[1], message[2], message[3]);
    else if (kind === "refused") notices.tell({ kind, topic: message[1], reason: message[2] });
    else if (kind === "gap") {
      forgetWish(message[1]);
      remember(message[1], message[2], message[3]);
      missed(message[1]);
    } else if (kind === "cut") obeyCut(subject as CutReason, message[2] ?? null);
  }

  function hearEvent([, channel, topic, sequence, name, data]: EventMessage): void {
    const position = interests.get(topic)?.position;
    const isOurs = channel === (topic === "presence" ? "presence" : "main-channel");
    if (!position || !isOurs || sequence <= position.sequence) return;
    const isNext = sequence === position.sequence + 1;
    position.sequence = sequence;
    if (!isNext) missed(topic);
    handlers.get(name)?.tell(data, { channel, topic, sequence });
  }

  function remember(topic: Topic, epoch: string, sequence: number): void {
    const interest = interests.get(topic);
    if (!interest) return;
    interest.position = { epoch, sequence };
    // The answer to an earlier request, from before the wish, has another number.
    if (interest.wanted?.epoch === epoch && interest.wanted.sequence === sequence) interest.wanted = null;
  }

  function forgetWish(topic: Topic): void {
    const interest = interests.get(topic);
    if (interest) interest.wanted = null;
  }

  function catchUp(topic: Topic, from: Position): void {
    const interest = interests.get(topic);
    if (!interest) return;
    const reached = interest.wanted ?? interest.position;
    if (reached?.epoch === from.epoch && reached.sequence <= from.sequence) return;
    interest.wanted = { ...from };
    say(["leave", topic]);
    say(["join", ...wish(topic, interest)]);
  }

  function missed(topic: Topic): void {
    if (!interests.has(topic)) return;
    onGap?.(topic);
    notices.tell({ kind: "gap", topic });
  }

  function obeyCut(reason: CutReason, topic: Topic | null): void {
    const interest = topic && interests.get(topic);
    if (interest && reason === "audience_changed") say(["join", ...wish(topic, interest)]);
    if (!topic && finalCuts.includes(reason)) line.rest(reason);
    else if (!topic) line.retryLater();
    notices.tell({ kind: "cut", topic, reason });
  }

  function leave(topic: Topic, interest: Interest): void {
    interest.count -= 1;
    if (interest.count > 0) return;
    interests.delete(topic);
    say(["leave", topic]);
  }

  return {
    start: line.start,
    stop: line.stop,
    join(topic, from) {
      const interest = interests.get(topic) ?? {
        count: 0,
        position: null,
        wanted: from ? { ...from } : null,
      };
      interests.set(topic, interest);
      interest.count += 1;
      if (interest.count === 1) say(["join", ...wish(topic, interest)]);
      else if (from) catchUp(topic, from);
      return once(() => leave(topic, interest));
    },
    catchUp,
    on(name, handler) {
      const named = handlers.get(name) ?? createListeners<[unknown, EventOrigin]>(report);
      handlers.set(name, named);
      return named.add(handler as (data: unknown, origin: EventOrigin) => void);
    },
    onNotice: notices.add,
    connection: line.state,
    onConnection: line.onState,
    nudge: () => line.nudge('["ping"]'),
    lost: line.lost,
    typing: (chatId) => say(["typing", chatId]),
  };
}

function wish(topic: Topic, interest: Interest): [Topic] | [Topic, string, number] {
  const position = interest.wanted ?? interest.position;
  return position ? [topic, position.epoch, position.sequence] : [topic];
}

function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) task();
    isDone = true;
  };
}

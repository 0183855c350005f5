import type { RawData, WebSocket } from "ws";
import { type ClientMessage, clientMessage, type Position, type Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Connection, Typing } from "./connection.ts";
import { closeCodes, type Hub } from "./hub.ts";
import type { RealtimeLimits } from "./limits.ts";

type JoinRequest = Extract<ClientMessage, ["resume", ...unknown[]]>[1][number];

type Needs = {
  hub: Hub;
  connection: Connection;
  socket: WebSocket;
  clock: Clock;
  limits: RealtimeLimits;
  report: (error: unknown) => void;
  typing: Typing;
};

/** Clients send typing signals every 500 ms; the margin allows for one that arrives a little early. */
const typingPerSecondMax = 2.5;

/**
 * Handles a client's messages: each is bounded, rate limited, validated and handled. One that resumes counts as many as the
 * joins that it may lead to. A violation closes only that socket.
 */
export function handleMessages({ hub, connection, socket, clock, limits, report, typing }: Needs): void {
  const withinRate = createRateLimit(clock, limits.inboundPerSecondMax, limits.inboundBurstMax);
  const withinTypingRate = createRateLimit(clock, typingPerSecondMax, 1);

  function onActivity(): boolean {
    if (!hub.connections.has(connection)) return false;
    connection.alive = true;
    return charge(1);
  }

  function charge(count: number): boolean {
    if (withinRate(count)) return true;
    disconnect("flooding");
    return false;
  }

  function disconnect(reason: string): void {
    hub.remove(connection);
    connection.close(closeCodes.policy, reason);
  }

  /** Joining fails while the database is unreachable; the client is asked to reconnect, and then joins all its topics again. */
  async function join(topic: Topic, from: Position | null): Promise<void> {
    try {
      await hub.join(connection, topic, from);
    } catch (error) {
      report(error);
      hub.remove(connection);
      connection.close(closeCodes.tryLater, "try later");
    }
  }

  async function type(chatId: number): Promise<void> {
    if (connection.subject.userId === null || !withinTypingRate()) return;
    try {
      await typing(connection.subject, chatId);
    } catch (error) {
      report(error);
    }
  }

  function resume(requests: readonly JoinRequest[]): void {
    // The message itself is charged already; beyond as many topics as a socket may have, joins are refused unseen.
    if (!charge(Math.max(0, Math.min(requests.length, limits.topicsPerSocketMax) - 1))) return;
    for (const [topic, epoch, sequence] of requests) void join(topic, position(epoch, sequence));
  }

  function handle(message: ClientMessage): void {
    if (message[0] === "ping") connection.send(["pong"]);
    else if (message[0] === "leave") hub.leave(connection, message[1]);
    else if (message[0] === "typing") void type(message[1]);
    else if (message[0] === "join") void join(message[1], position(message[2], message[3]));
    else resume(message[1]);
  }

  socket.on("message", (data, isBinary) => {
    if (!onActivity()) return;
    const message = isBinary ? null : parse(data);
    if (message) handle(message);
    else disconnect("malformed message");
  });
  socket.on("ping", onActivity);
  socket.on("pong", onActivity);
}

function position(epoch: string | undefined, sequence: number | undefined): Position | null {
  return epoch === undefined || sequence === undefined ? null : { epoch, sequence };
}

function parse(data: RawData): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(data.toString()));
  } catch {
    return null;
  }
}

/** Returns whether `count` more messages, one unless given, are within `perSecondMax` on average and `burstMax` at once. */
export function createRateLimit(
  clock: Clock,
  perSecondMax: number,
  burstMax: number,
): (count?: number) => boolean {
  let left = burstMax;
  let countedAtMs = clock.now().getTime();
  return (count = 1) => {
    const nowMs = clock.now().getTime();
    left = Math.min(burstMax, left + ((nowMs - countedAtMs) / 1_000) * perSecondMax);
    countedAtMs = nowMs;
    if (left < count) return false;
    left -= count;
    return true;
  };
}

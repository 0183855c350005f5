/**
 * The event hub behind the socket of every page: tickets that open a socket, topics, coalescing, resuming after a lost
 * connection, and presence. `redis/` lets several nodes share all of them.
 */

import type { IncomingMessage, Server } from "node:http";
import type { RealtimeEventName, RealtimePayloads } from "#contract/realtime-events.ts";
import type { DisconnectReason, Position, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Subject, Typing } from "./connection.ts";
import { type DisconnectTarget, type EventLog, type EventRef, memoryLog } from "./event-log.ts";
import { serializeEvent } from "./frames.ts";
import { startHeartbeat, startSessionCheck } from "./heartbeat.ts";
import { type Authorize, createHub } from "./hub.ts";
import { defaultLimits, type RealtimeLimits } from "./limits.ts";
import { type MembershipListener, memoryPresence, type Presence } from "./presence.ts";
import { createSockets } from "./sockets.ts";
import { createTickets, memoryUsedTickets, type UsedTickets } from "./tickets.ts";
import { createConnectionCount } from "./upgrade.ts";

export type { Subject, Typing } from "./connection.ts";
export type { DisconnectTarget, EventLog } from "./event-log.ts";
export type { Authorize } from "./hub.ts";
export type { RealtimeLimits } from "./limits.ts";
export type { MembershipChange, MembershipListener } from "./presence.ts";

/** For the metrics: what is open now, and what was delivered and skipped since the start (events × sockets). */
export type RealtimeStats = { sockets: number; topics: number; delivered: number; skipped: number };

/** The WebSocket of every page: who is connected, what they may receive, and how events reach them. */
export type Realtime = {
  /**
   * Publishes an event on a topic. Throws if it does not belong there or violates the contract. With the version of a room's
   * audience it is for that one alone: when another has begun, it reaches nobody.
   */
  publish<Name extends RealtimeEventName>(
    topic: Topic,
    name: Name,
    data: RealtimePayloads[Name],
    audience?: number,
  ): void;
  /** Publishes an event, which pages that reconnect are also sent in place of an earlier one of the topic: nobody gets that any more. */
  publishInstead<Name extends RealtimeEventName>(
    topic: Topic,
    of: EventRef,
    name: Name,
    data: RealtimePayloads[Name],
  ): void;
  /** A ticket for one socket of that user, valid for 30 s. */
  issueTicket(subject: Subject): string;
  /** Distinct users in a topic, on whichever node; a guest counts once per page. */
  members(topic: Topic): number;
  /** Calls `listener` when a user joins or leaves a topic; returns how to stop that. */
  onMembership(listener: MembershipListener): () => void;
  /**
   * A topic's current position. A page that was rendered on the server joins from the position read before its data,
   * and so misses no event before its socket is open. While the log is away, one from which the page has to reload.
   */
  position(topic: Topic): Promise<Position>;
  /**
   * Disconnects sockets at once: no event reaches them afterwards. With a topic, only from that topic. A topic alone, the
   * change of a room's audience, also seals it: nobody can request its earlier events. Other nodes do the same, before
   * any event that is published afterwards. Returns how many there were here.
   */
  disconnect(where: DisconnectTarget, reason: DisconnectReason): number;
  /** Handles the upgrade requests of an HTTP server. */
  attach(server: Server): void;
  /** True from the first `attach` until `stop`. */
  healthy(): boolean;
  /** False while this node cannot share events with the others: its sockets wait for that. */
  isShared(): boolean;
  stats(): RealtimeStats;
  /**
   * Lets no socket in any more, and asks the open ones to reconnect, which another node answers: spread over `ms`, so that
   * they do not all come at once. Resolves when the last has been asked.
   */
  drain(ms: number): Promise<void>;
  /** Sends waiting events, closes every socket and resolves when all are closed. */
  stop(): Promise<void>;
};

export type RealtimeOptions = {
  /** Signs the tickets. */
  secret: string;
  clock: Clock;
  allowedOrigins: (origin: string) => boolean;
  /** Called at each join of a room; a personal topic is only for its user and needs no call. */
  authorize: Authorize;
  /** The client's address for the limits; the socket's by default, which is wrong behind a proxy. */
  addressOf?: (request: IncomingMessage) => string;
  /** New sockets are refused while it returns true; open ones stay. */
  isOverloaded?: () => boolean;
  /** Called when a user types in a chat. */
  typing?: Typing;
  /** Called with errors that no caller sees. */
  report?: (error: unknown) => void;
  /** Chance, 0 up to 1; spreads the reconnects of a node that stops. */
  random?: () => number;
  limits?: Partial<RealtimeLimits>;
  /**
   * The active sessions among these. Asked now and then for all sockets, where the disconnects of other nodes can be
   * late because Redis is away.
   */
  liveTokens?: (tokenIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The log that several nodes share; one of this process alone unless given. */
  eventLog?: EventLog;
  usedTickets?: UsedTickets;
  presence?: Presence;
};

/** Creates the {@link Realtime} of one process. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { clock, authorize, report = () => {}, typing = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const counts = { delivered: 0, skipped: 0 };
  let isDraining = false;
  const log = options.eventLog ?? memoryLog(clock, limits);
  const presence = options.presence ?? memoryPresence(report);
  const used = options.usedTickets ?? memoryUsedTickets(clock, limits);
  const tickets = createTickets({ secret: options.secret, clock, limits, used });
  const revokeTickets = (where: DisconnectTarget) => {
    if (!where.topic) tickets.revoke(where);
  };
  const hub = createHub({ log, presence, authorize, clock, limits, counts, disconnected: revokeTickets });
  const { allowedOrigins, addressOf = remoteAddress, isOverloaded = () => false } = options;
  const connectionCount = createConnectionCount(limits);
  const gate = {
    ...{ tickets, connectionCount, allowedOrigins, addressOf },
    isOverloaded: () => isOverloaded() || isDraining || !log.isUp(),
  };
  const sockets = createSockets({ hub, gate, clock, limits, report, typing });
  const timers = [
    startHeartbeat(hub, clock, limits),
    clock.every(limits.replayAgeMs / 4, () => log.sweep(hub.topics())),
    ...(options.liveTokens
      ? [startSessionCheck(hub, { clock, limits, report, liveTokens: options.liveTokens })]
      : []),
  ];

  return {
    publish(topic, name, data, audience) {
      log.append(topic, serializeEvent(topic, name, data, limits.eventBytesMax), audience);
    },
    publishInstead(topic, of, name, data) {
      const body = serializeEvent(topic, name, data, limits.eventBytesMax);
      log.replace(topic, of, body);
      log.append(topic, body);
    },
    issueTicket: tickets.issue,
    members: presence.count,
    onMembership: presence.onChange,
    position: (topic) => positionIn(log, topic, report),
    disconnect(where, reason) {
      const { tokenId, userId, topic } = where;
      if (tokenId === undefined && userId === undefined && !topic)
        throw new Error("a disconnect needs a target");
      revokeTickets(where);
      const count = hub.disconnect(where, reason);
      log.disconnect(where, reason);
      return count;
    },
    attach: sockets.attach,
    healthy: sockets.isListening,
    isShared: log.isUp,
    async drain(ms) {
      isDraining = true;
      const random = options.random ?? Math.random;
      for (const connection of hub.connections)
        clock.after(random() * ms, () => hub.disconnectOne(connection, "server_stopping"));
      await new Promise<void>((resolve) => void clock.after(ms, resolve));
    },
    stats: () => ({ sockets: sockets.count(), topics: hub.channelCount(), ...counts }),
    async stop() {
      for (const cancel of timers) cancel();
      sockets.detach();
      hub.flush();
      hub.disconnect({}, "server_stopping");
      await sockets.allClosed();
      await presence.stop();
      await log.stop();
    },
  };
}

/** No topic has this epoch: who joins from it learns that they have missed events. */
const unknownPosition = { epoch: "unknown", sequence: 0 };

/** How far a topic has come; {@link unknownPosition} while that cannot be known. */
async function positionIn(log: EventLog, topic: Topic, report: (error: unknown) => void): Promise<Position> {
  if (!log.isUp()) return unknownPosition;
  try {
    const replay = await log.since(topic, null);
    return replay === "outdated" ? unknownPosition : replay.position;
  } catch (error) {
    report(error);
    return unknownPosition;
  }
}

function remoteAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}

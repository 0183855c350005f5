import type { IncomingMessage, Server } from "node:http";
import type { DisconnectReason, Position, Topic } from "#contract/realtime.ts";
import type { RealtimeEventName, RealtimePayloads } from "#contract/realtime-events.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Subject, Typing } from "./connection.ts";
import { type EventLog, memoryLog } from "./event-log.ts";
import { isEvent, serializeEvent } from "./frames.ts";
import { type Authorize, createHub, type DisconnectTarget, startHeartbeat } from "./hub.ts";
import { defaultLimits, type RealtimeLimits } from "./limits.ts";
import { createMembership, type MembershipListener } from "./membership.ts";
import { createSockets } from "./sockets.ts";
import { createTickets } from "./tickets.ts";
import { createConnectionCount } from "./upgrade.ts";

export type { Subject, Typing } from "./connection.ts";
export type { Authorize, DisconnectTarget } from "./hub.ts";
export type { RealtimeLimits } from "./limits.ts";
export type { MembershipChange, MembershipListener } from "./membership.ts";

/** For the metrics: what is open now, and what was delivered and skipped since the start (events × sockets). */
export type RealtimeStats = { sockets: number; topics: number; delivered: number; skipped: number };

/** The WebSocket of every page: who is connected, what they may receive, and how events reach them. */
export type Realtime = {
  /** Publishes an event on a topic. Throws if it does not belong there or violates the contract. */
  publish<Name extends RealtimeEventName>(topic: Topic, name: Name, data: RealtimePayloads[Name]): void;
  /** Publishes an event, which pages that reconnect are also sent in place of an earlier one of the topic: nobody gets that any more. */
  publishInstead<Name extends RealtimeEventName>(
    topic: Topic,
    of: { name: RealtimeEventName; id: number },
    name: Name,
    data: RealtimePayloads[Name],
  ): void;
  /** A ticket for one socket of that user, valid for 30 s. */
  issueTicket(subject: Subject): string;
  /** Distinct users in a topic; a guest counts once per page. */
  members(topic: Topic): number;
  /** Calls `listener` when a user joins or leaves a topic; returns how to stop that. */
  onMembership(listener: MembershipListener): () => void;
  /**
   * A topic's current position. A page that was rendered on the server joins from the position read before its data,
   * and so misses no event before its socket is open.
   */
  position(topic: Topic): Promise<Position>;
  /**
   * Disconnects sockets at once: no event reaches them afterwards. With a topic, only from that topic. A topic alone, the
   * change of a room's audience, also seals it: nobody can request its earlier events. Returns how many.
   */
  disconnect(where: DisconnectTarget, reason: DisconnectReason): number;
  /** Handles the upgrade requests of an HTTP server. */
  attach(server: Server): void;
  /** True from the first `attach` until `stop`. */
  healthy(): boolean;
  stats(): RealtimeStats;
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
  limits?: Partial<RealtimeLimits>;
  eventLog?: EventLog;
};

/** Creates the {@link Realtime} of one process. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { clock, authorize, report = () => {}, typing = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const counts = { delivered: 0, skipped: 0 };
  const log = options.eventLog ?? memoryLog(clock, limits);
  const membership = createMembership(report);
  const hub = createHub({ log, membership, authorize, clock, limits, counts });
  const tickets = createTickets(options.secret, clock, limits);
  const { allowedOrigins, addressOf = remoteAddress, isOverloaded = () => false } = options;
  const connectionCount = createConnectionCount(limits);
  const gate = { tickets, connectionCount, allowedOrigins, addressOf, isOverloaded };
  const sockets = createSockets({ hub, gate, clock, limits, report, typing });
  const timers = [
    startHeartbeat(hub, clock, limits),
    clock.every(limits.replayAgeMs / 4, () => log.sweep(hub.hasChannel)),
  ];

  return {
    publish(topic, name, data) {
      log.append(topic, serializeEvent(topic, name, data, limits.eventBytesMax));
    },
    publishInstead(topic, of, name, data) {
      const body = serializeEvent(topic, name, data, limits.eventBytesMax);
      log.rewrite(topic, (before) => (isEvent(before, of) ? body : null));
      log.append(topic, body);
    },
    issueTicket: tickets.issue,
    members: membership.count,
    onMembership: membership.onChange,
    position: async (topic) => (await log.since(topic, null)).position,
    disconnect(where, reason) {
      const { tokenId, userId, topic } = where;
      if (tokenId === undefined && userId === undefined && !topic)
        throw new Error("a disconnect needs a target");
      if (!topic) tickets.revoke(where);
      return hub.disconnect(where, reason);
    },
    attach: sockets.attach,
    healthy: sockets.isListening,
    stats: () => ({ sockets: sockets.count(), topics: hub.channelCount(), ...counts }),
    async stop() {
      for (const cancel of timers) cancel();
      sockets.detach();
      hub.flush();
      hub.disconnect({}, "server_stopping");
      await sockets.allClosed();
    },
  };
}

function remoteAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}

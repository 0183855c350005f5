import type { IncomingMessage, Server } from "node:http";
import type { CutReason, Position, RealtimeEventName, RealtimePayloads, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { EventLog } from "./event-log.ts";
import { keepAlive } from "./heartbeat.ts";
import { type Authorize, type CutTarget, createHub } from "./hub.ts";
import { defaultLimits, type RealtimeLimits } from "./limits.ts";
import { createMembership, type MembershipListener } from "./membership.ts";
import { memoryLog } from "./memory-log.ts";
import { createPopulation } from "./population.ts";
import { publishable } from "./publish.ts";
import { createSockets } from "./sockets.ts";
import type { Subject, Typing } from "./subject.ts";
import { createTickets } from "./tickets.ts";

export type { Authorize, CutTarget } from "./hub.ts";
export type { RealtimeLimits } from "./limits.ts";
export type { MembershipChange, MembershipListener } from "./membership.ts";
export type { Subject, Typing } from "./subject.ts";

/** For the metrics: what is open now, and what was delivered and skipped since the start (events × sockets). */
export type RealtimeStats = { sockets: number; topics: number; delivered: number; skipped: number };

/** The live socket of every page: who is connected, what they may hear, and how events reach them. */
export type Realtime = {
  /** Says an event on a topic. Throws if it does not belong there or is not as the contract says. */
  publish<Name extends RealtimeEventName>(topic: Topic, name: Name, data: RealtimePayloads[Name]): void;
  /** A ticket with which that person's page may open one socket within 30 s. */
  issueTicket(subject: Subject): string;
  /** Distinct persons in a topic; a guest counts once per page. */
  members(topic: Topic): number;
  /** Calls `listener` when a person comes into a topic or leaves it; returns how to stop that. */
  onMembership(listener: MembershipListener): () => void;
  /**
   * Where a topic is now. A page that was rendered on the server joins from the position read before its data,
   * and so misses nothing that happens before its socket is open.
   */
  position(topic: Topic): Promise<Position>;
  /**
   * Cuts sockets at once: no event reaches them afterwards. With a topic, only their place in it. A topic alone, the
   * change of a room's audience, also seals it: nobody can ask for what was said there before. Returns how many.
   */
  cut(where: CutTarget, reason: CutReason): number;
  /** Takes the upgrade requests of an HTTP server. */
  attach(server: Server): void;
  /** True from the first `attach` until `stop`. */
  healthy(): boolean;
  stats(): RealtimeStats;
  /** Sends what waits, says goodbye to every page and resolves when all sockets are closed. */
  stop(): Promise<void>;
};

export type RealtimeOptions = {
  /** Signs the tickets. */
  secret: string;
  clock: Clock;
  allowedOrigins: (origin: string) => boolean;
  /** Asked at each join of a room; personal topics are for oneself and need no answer. */
  authorize: Authorize;
  /** Whose address counts for the cap; behind a proxy it is not the socket's own, which is the default. */
  addressOf?: (request: IncomingMessage) => string;
  /** New sockets are refused while it says so; those that are open stay. */
  isOverloaded?: () => boolean;
  /** Hears who types in which chat. */
  typing?: Typing;
  /** Hears of failures that no caller sees. */
  report?: (error: unknown) => void;
  limits?: Partial<RealtimeLimits>;
  eventLog?: EventLog;
};

/** Makes the {@link Realtime} of one process. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { clock, authorize, report = () => {}, typing = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const counts = { delivered: 0, skipped: 0 };
  const log = options.eventLog ?? memoryLog(clock, limits);
  const membership = createMembership(report);
  const hub = createHub({ log, membership, authorize, clock, limits, counts });
  const tickets = createTickets(options.secret, clock, limits);
  const { allowedOrigins, addressOf = remoteAddress, isOverloaded = () => false } = options;
  const population = createPopulation(limits);
  const gate = { tickets, population, allowedOrigins, addressOf, isOverloaded };
  const sockets = createSockets({ hub, gate, clock, limits, report, typing });
  const timers = [
    keepAlive(hub, clock, limits),
    clock.every(limits.replayAgeMs / 4, () => log.sweep(hub.hasChannel)),
  ];

  return {
    publish(topic, name, data) {
      log.append(topic, publishable(topic, name, data, limits.eventBytesMax));
    },
    issueTicket: tickets.issue,
    members: membership.count,
    onMembership: membership.onChange,
    position: async (topic) => (await log.since(topic, null)).position,
    cut(where, reason) {
      const { tokenId, userId, topic } = where;
      if (tokenId === undefined && userId === undefined && !topic) throw new Error("a cut needs a target");
      if (!topic) tickets.revoke(where);
      return hub.cut(where, reason);
    },
    attach: sockets.attach,
    healthy: sockets.isListening,
    stats: () => ({ sockets: sockets.count(), topics: hub.channelCount(), ...counts }),
    async stop() {
      for (const cancel of timers) cancel();
      sockets.detach();
      hub.flush();
      hub.cut({}, "server_stopping");
      await sockets.allClosed();
    },
  };
}

function remoteAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}

import type { CutReason, Position, RefusalReason, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Channel, createChannel, type DeliveryCounts } from "./channel.ts";
import type { Connection } from "./connection.ts";
import type { EventLog } from "./event-log.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { Membership } from "./membership.ts";
import type { Subject } from "./subject.ts";

/** Decides whether `subject` may hear what is said in a room. */
export type Authorize = (
  subject: Subject,
  topic: Topic,
) => Promise<Result<object, Exclude<RefusalReason, "too_many">>>;

/** Whom a cut concerns: the sockets that match all that is given; with a topic, only their place in it. */
export type CutTarget = { tokenId?: string; userId?: number; topic?: Topic };

/** Who is connected, who is in which topic, and how events reach them. Knows nothing of HTTP. */
export type Hub = {
  readonly connections: ReadonlySet<Connection>;
  add(connection: Connection): void;
  remove(connection: Connection): void;
  join(connection: Connection, topic: Topic, from: Position | null): Promise<void>;
  leave(connection: Connection, topic: Topic): void;
  /** The page can read again: tell it what it missed. */
  drained(connection: Connection): void;
  cut(where: CutTarget, reason: CutReason): number;
  cutOne(connection: Connection, reason: CutReason): void;
  hasChannel(topic: Topic): boolean;
  channelCount(): number;
  flush(): void;
};

export type HubNeeds = {
  log: EventLog;
  membership: Membership;
  authorize: Authorize;
  clock: Clock;
  limits: RealtimeLimits;
  counts: DeliveryCounts;
};

/** Close codes of the socket: the application's own for a cut, the standard ones otherwise. */
export const closeCodes = { cut: 4001, stopping: 1001, policy: 1008, tryLater: 1013 } as const;

/** Reading the log again is only needed when a batch left meanwhile, so more than a few times means a fault. */
const admissionTriesMax = 10;

/** Makes a {@link Hub} that delivers what `log` appends. */
export function createHub({ log, membership, authorize, clock, limits, counts }: HubNeeds): Hub {
  const connections = new Set<Connection>();
  const channels = new Map<Topic, Channel>();
  log.listen((topic, entry, epoch) => channels.get(topic)?.push(entry, epoch));

  function channelOf(topic: Topic): Channel {
    const channel = channels.get(topic) ?? createChannel({ topic, clock, limits, counts });
    channels.set(topic, channel);
    return channel;
  }

  function dropIfUnused(channel: Channel): void {
    if (channel.members.size > 0 || channel.joining > 0) return;
    channel.discard();
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  }

  async function permit(subject: Subject, topic: Topic): ReturnType<Authorize> {
    if (topic === "public" || topic === "presence") return ok({});
    if (topic.startsWith("person:")) {
      return topic === `person:${subject.userId}` ? ok({}) : refuse("forbidden");
    }
    return authorize(subject, topic);
  }

  /** Reads what was missed and admits; again when a batch left in between. `wanted` turns false on leave and cut. */
  async function admit(
    channel: Channel,
    connection: Connection,
    from: Position | null,
    wanted: () => boolean,
  ) {
    channel.joining += 1;
    try {
      for (let tries = 0; tries < admissionTriesMax; tries += 1) {
        const replay = await log.since(channel.topic, from);
        if (!wanted()) return;
        if (channel.admit(connection, replay, from)) return membership.enter(channel.topic, connection);
      }
      throw new Error(`the log of ${channel.topic} stays behind what was sent`);
    } finally {
      channel.joining -= 1;
      dropIfUnused(channel);
    }
  }

  async function join(connection: Connection, topic: Topic, from: Position | null): Promise<void> {
    const { wanted } = connection;
    if (wanted.has(topic)) return;
    if (wanted.size >= limits.topicsPerSocketMax) return connection.send(["refused", topic, "too_many"]);
    const attempt = {};
    wanted.set(topic, attempt);
    const isWanted = () => wanted.get(topic) === attempt;
    const permission = await permit(connection.subject, topic);
    if (!isWanted()) return;
    if (permission.ok) return admit(channelOf(topic), connection, from, isWanted);
    wanted.delete(topic);
    connection.send(["refused", topic, permission.refusal]);
  }

  function leave(connection: Connection, topic: Topic): void {
    connection.wanted.delete(topic);
    connection.missed.delete(topic);
    const channel = channels.get(topic);
    if (!channel?.members.delete(connection)) return;
    membership.leave(topic, connection);
    dropIfUnused(channel);
  }

  function remove(connection: Connection): void {
    connections.delete(connection);
    for (const topic of connection.wanted.keys()) leave(connection, topic);
  }

  function cutTopic(connection: Connection, topic: Topic, reason: CutReason): boolean {
    if (!connection.wanted.has(topic)) return false;
    leave(connection, topic);
    if (hasBacklog(connection)) connection.terminate();
    else connection.send(["cut", reason, topic]);
    return true;
  }

  function cutSocket(connection: Connection, reason: CutReason): boolean {
    remove(connection);
    if (hasBacklog(connection)) connection.terminate();
    connection.send(["cut", reason]);
    connection.close(reason === "server_stopping" ? closeCodes.stopping : closeCodes.cut, reason);
    return true;
  }

  function cut(where: CutTarget, reason: CutReason): number {
    const { topic } = where;
    const concerned = [...connections].filter((connection) => matches(connection.subject, where));
    const isCut = (connection: Connection) =>
      topic ? cutTopic(connection, topic, reason) : cutSocket(connection, reason);
    const count = concerned.filter(isCut).length;
    if (topic && where.tokenId === undefined && where.userId === undefined) seal(topic);
    return count;
  }

  /** The next audience must be unable to ask for what this one heard. */
  function seal(topic: Topic): void {
    log.seal(topic);
    channels.get(topic)?.discard();
    channels.delete(topic);
  }

  return {
    connections,
    add: (connection) => void connections.add(connection),
    remove,
    join,
    leave,
    drained(connection) {
      for (const topic of connection.missed) channels.get(topic)?.tellGap(connection);
    },
    cut,
    cutOne: cutSocket,
    hasChannel: (topic) => channels.has(topic),
    channelCount: () => channels.size,
    flush() {
      for (const channel of channels.values()) channel.flush();
    },
  };
}

/** A page with a backlog would still read old events after a goodbye, so it is hung up on instead. */
function hasBacklog(connection: Connection): boolean {
  return connection.unsentBytes() > 0;
}

function matches(subject: Subject, { tokenId, userId }: CutTarget): boolean {
  if (userId !== undefined && subject.userId !== userId) return false;
  return tokenId === undefined || (subject.userId !== null && subject.tokenId === tokenId);
}

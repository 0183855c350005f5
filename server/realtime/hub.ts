import type { DisconnectReason, Position, RefusalReason, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Channel, createChannel, type DeliveryCounts } from "./channel.ts";
import type { Connection, Subject } from "./connection.ts";
import { type DisconnectTarget, type EventLog, sealedBy } from "./event-log.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { Presence } from "./presence.ts";

/** Decides whether `subject` may receive the events of a room; `audience` is the version of it that they belong to. */
export type Authorize = (
  subject: Subject,
  topic: Topic,
) => Promise<Result<{ audience?: number }, Exclude<RefusalReason, "too_many">>>;

/** Connections, their topics, and the delivery of events. Knows nothing of HTTP. */
export type Hub = {
  readonly connections: ReadonlySet<Connection>;
  add(connection: Connection): void;
  remove(connection: Connection): void;
  join(connection: Connection, topic: Topic, from: Position | null): Promise<void>;
  leave(connection: Connection, topic: Topic): void;
  /** The client can read again: notifies it that it has missed events. */
  drained(connection: Connection): void;
  /** Disconnects sockets of this process; the other nodes are notified by the log. Answers how many they are here. */
  disconnect(where: DisconnectTarget, reason: DisconnectReason): number;
  disconnectOne(connection: Connection, reason: DisconnectReason): void;
  /** The topics that have members, or will have. */
  topics(): Set<Topic>;
  channelCount(): number;
  flush(): void;
};

export type HubNeeds = {
  log: EventLog;
  presence: Presence;
  authorize: Authorize;
  clock: Clock;
  limits: RealtimeLimits;
  counts: DeliveryCounts;
  /** Another node disconnects these sockets, wherever they are. */
  disconnected(where: DisconnectTarget): void;
};

/** Close codes of the socket: the application's own for a disconnect, the standard ones otherwise. */
export const closeCodes = { disconnected: 4001, stopping: 1001, policy: 1008, tryLater: 1013 } as const;

/** The log is read again only when a batch was sent meanwhile, so many attempts indicate a bug. */
const admissionAttemptsMax = 10;

/** Creates a {@link Hub} that delivers what `log` appends. */
export function createHub({ log, presence, authorize, clock, limits, counts, disconnected }: HubNeeds): Hub {
  const connections = new Set<Connection>();
  const { channels, channelOf, dropIfUnused } = openChannels({ clock, limits, counts });
  log.listen({
    appended: (topic, entry, epoch) => channels.get(topic)?.push(entry, epoch),
    disconnected(where, reason) {
      disconnected(where);
      disconnect(where, reason);
    },
    sealed: (topic) => channels.get(topic)?.reset(),
    lost: () => void disconnect({}, "server_stopping"),
  });

  /**
   * Reads the missed events and admits; repeats when a batch was sent in between. `wanted` turns false on leave and
   * disconnect. False when the audience has changed since the permission.
   */
  async function admit(
    channel: Channel,
    connection: Connection,
    { from, audience, wanted }: { from: Position | null; audience?: number; wanted: () => boolean },
  ): Promise<boolean> {
    channel.joining += 1;
    try {
      for (let attempts = 0; attempts < admissionAttemptsMax; attempts += 1) {
        const replay = await log.since(channel.topic, from, audience);
        if (!wanted()) return true;
        if (replay === "outdated") return false;
        if (!channel.admit(connection, replay, from)) continue;
        presence.enter(channel.topic, connection);
        return true;
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
    for (let attempts = 0; attempts < admissionAttemptsMax; attempts += 1) {
      const permission = await permit(authorize, connection.subject, topic);
      if (!isWanted()) return;
      if (!permission.ok) {
        wanted.delete(topic);
        return connection.send(["refused", topic, permission.refusal]);
      }
      const { audience } = permission;
      const version = audience === undefined ? {} : { audience };
      if (await admit(channelOf(topic), connection, { from, ...version, wanted: isWanted })) return;
    }
    throw new Error(`the audience of ${topic} changes too fast`);
  }

  function leave(connection: Connection, topic: Topic): void {
    connection.wanted.delete(topic);
    connection.missed.delete(topic);
    const channel = channels.get(topic);
    if (!channel?.members.delete(connection)) return;
    presence.leave(topic, connection);
    dropIfUnused(channel);
  }

  function remove(connection: Connection): void {
    connections.delete(connection);
    for (const topic of connection.wanted.keys()) leave(connection, topic);
  }

  const { disconnectFromTopic, disconnectSocket } = disconnections({ leave, remove });

  function disconnect(where: DisconnectTarget, reason: DisconnectReason): number {
    const concerned = [...connections].filter((connection) => matches(connection.subject, where));
    const wasConnected = (connection: Connection) =>
      where.topic
        ? disconnectFromTopic(connection, where.topic, reason)
        : disconnectSocket(connection, reason);
    const count = concerned.filter(wasConnected).length;
    // Waiting events are for the audience that has just been cut.
    const sealed = sealedBy(where);
    if (sealed) {
      channels.get(sealed)?.discard();
      channels.delete(sealed);
    }
    return count;
  }

  return {
    connections,
    add: (connection) => void connections.add(connection),
    remove,
    join,
    leave,
    drained(connection) {
      for (const topic of connection.missed) channels.get(topic)?.sendGap(connection);
    },
    disconnect,
    disconnectOne: disconnectSocket,
    topics: () => new Set(channels.keys()),
    channelCount: () => channels.size,
    flush() {
      for (const channel of channels.values()) channel.flush();
    },
  };
}

/** The channels of the topics that have members, or will have. */
function openChannels(needs: Pick<HubNeeds, "clock" | "limits" | "counts">) {
  const channels = new Map<Topic, Channel>();

  function channelOf(topic: Topic): Channel {
    const channel = channels.get(topic) ?? createChannel({ topic, ...needs });
    channels.set(topic, channel);
    return channel;
  }

  function dropIfUnused(channel: Channel): void {
    if (channel.members.size > 0 || channel.joining > 0) return;
    channel.discard();
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  }

  return { channels, channelOf, dropIfUnused };
}

async function permit(authorize: Authorize, subject: Subject, topic: Topic): ReturnType<Authorize> {
  if (topic === "public" || topic === "presence") return ok({});
  if (topic.startsWith("person:")) {
    return topic === `person:${subject.userId}` ? ok({}) : refuse("forbidden");
  }
  return authorize(subject, topic);
}

/** Ends a connection's part in a topic, or the connection; both answer whether there was one. */
function disconnections({ leave, remove }: Pick<Hub, "leave" | "remove">) {
  function disconnectFromTopic(connection: Connection, topic: Topic, reason: DisconnectReason): boolean {
    if (!connection.wanted.has(topic)) return false;
    leave(connection, topic);
    if (hasBacklog(connection)) connection.terminate();
    else connection.send(["cut", reason, topic]);
    return true;
  }

  function disconnectSocket(connection: Connection, reason: DisconnectReason): boolean {
    remove(connection);
    if (hasBacklog(connection)) connection.terminate();
    connection.send(["cut", reason]);
    connection.close(reason === "server_stopping" ? closeCodes.stopping : closeCodes.disconnected, reason);
    return true;
  }

  return { disconnectFromTopic, disconnectSocket };
}

/** A client with a backlog would still read old events before the close frame, so its socket is terminated instead. */
function hasBacklog(connection: Connection): boolean {
  return connection.unsentBytes() > 0;
}

function matches(subject: Subject, { tokenId, userId }: DisconnectTarget): boolean {
  if (userId !== undefined && subject.userId !== userId) return false;
  return tokenId === undefined || (subject.userId !== null && subject.tokenId === tokenId);
}

import type { DisconnectReason, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import {
  type DisconnectTarget,
  type EventLog,
  type LogListener,
  type Replay,
  sealedBy,
} from "../event-log.ts";
import type { RealtimeLimits } from "../limits.ts";
import type { Bus } from "./bus.ts";
import type { FeedEntry } from "./feed.ts";

type RedisLogNeeds = {
  bus: Bus;
  clock: Clock;
  limits: Pick<RealtimeLimits, "replayEventsMax" | "replayBytesMax" | "replayAgeMs">;
};

type Disconnect = { where: DisconnectTarget; reason: DisconnectReason };

const topicsAtOnce = 1_000;
const retryMs = 200;
/** With more topics than this everybody reloads, whatever they listen to. */
const unsureMax = 10_000;

/**
 * The log that all nodes share, in Redis Streams. A node's own events reach its own sockets, too, only by Redis, so
 * that all nodes see one order. An event that could not be appended is not sent later: when Redis is back, those who
 * listen to the topic are made to reload it. After an outage of more than three seconds, and when Redis comes back
 * without its former data, every socket is.
 */
export function redisLog({ bus, clock, limits }: RedisLogNeeds): EventLog {
  const { node, send } = bus;
  const unsure = new Set<Topic>();
  const unsent: Disconnect[] = [];
  let cancelRetry: (() => void) | null = null;
  let listener: LogListener | null = null;
  bus.on("event", appended);
  bus.on("disconnect", disconnected);
  bus.onLost(() => listener?.lost());

  /** The arguments that every script about one topic begins with. */
  const about = (topic: Topic, audience: number | "" = "") =>
    [
      ...[topic, clock.now().getTime(), limits.replayAgeMs],
      ...[limits.replayEventsMax, limits.replayBytesMax, audience],
    ] as const;

  function appended({ topic = "", epoch = "", sequence, body = "" }: FeedEntry): void {
    listener?.appended(topic as Topic, { sequence: Number(sequence), body }, epoch);
  }

  function disconnected({ what = "", from }: FeedEntry): void {
    const { where, reason } = JSON.parse(what) as Disconnect;
    const sealed = sealedBy(where);
    if (from !== node) listener?.disconnected(where, reason);
    else if (sealed) listener?.sealed(sealed);
  }

  /** Something could not be sent: it is made up for as soon as both connections work. */
  function retryLater(): void {
    cancelRetry ??= clock.after(retryMs, () => {
      cancelRetry = null;
      if (!bus.isUp()) retryLater();
      else makeUp();
    });
  }

  function makeUp(): void {
    for (const { where, reason } of unsent.splice(0)) disconnect(where, reason);
    const topics = [...unsure];
    unsure.clear();
    if (topics.length > unsureMax) reload({});
    else for (const topic of topics) reload({ topic });
  }

  function doubt(topic: Topic): void {
    unsure.add(topic);
    retryLater();
  }

  /** Makes those who listen, here and elsewhere, reload what they see. */
  function reload(where: { topic?: Topic }): void {
    const reason = where.topic ? "audience_changed" : "server_stopping";
    listener?.disconnected(where, reason);
    disconnect(where, reason);
  }

  function disconnect(where: DisconnectTarget, reason: DisconnectReason): void {
    const topic = sealedBy(where);
    const what = JSON.stringify({ where, reason });
    const { audience } = where;
    const sealed =
      topic && audience !== undefined ? [topic, audience, limits.replayAgeMs] : [topic ?? []].flat();
    send("disconnect", what, node, ...sealed).catch(() => {
      unsent.push({ where, reason });
      retryLater();
    });
  }

  return {
    append(topic, body, audience) {
      send("append", ...about(topic, audience), body).catch(() => doubt(topic));
    },
    listen(wanted) {
      listener = wanted;
    },
    async since(topic, from, audience) {
      const start = from ? [from.epoch, from.sequence] : [];
      const answer = (await send("since", ...about(topic, audience), ...start)) as 0 | (string | number)[];
      if (answer === 0) return "outdated";
      const [count, epoch, sequence, complete, ...kept] = answer;
      await bus.reached(Number(count));
      return {
        position: { epoch: String(epoch), sequence: Number(sequence) },
        entries: entriesOf(kept.map(String)),
        complete: complete === 1,
      };
    },
    replace(topic, { name, id }, body) {
      send("replace", ...about(topic), body, name, id).catch(() => doubt(topic));
    },
    disconnect,
    sweep(inUse) {
      const topics = [...inUse];
      for (let first = 0; first < topics.length; first += topicsAtOnce)
        send("touch", limits.replayAgeMs, ...topics.slice(first, first + topicsAtOnce)).catch(() => {});
    },
    isUp: bus.isUp,
    async stop() {
      cancelRetry?.();
      await bus.stop();
    },
  };
}

function entriesOf(kept: readonly string[]): Replay["entries"] {
  const entries = [];
  for (let index = 0; index + 1 < kept.length; index += 2)
    entries.push({ sequence: Number(kept[index]), body: kept[index + 1] ?? "" });
  return entries;
}

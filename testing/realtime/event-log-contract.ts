import { beforeEach, expect, test } from "vitest";
import type { Position, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { DisconnectTarget, EventLog } from "#server/realtime/event-log.ts";
import { defaultLimits, type RealtimeLimits } from "#server/realtime/limits.ts";
import { manualClock } from "../manual-clock.ts";
import { until } from "../until.ts";

/** Makes a log whose time is `clock`'s. */
export type OpenLog = (clock: Pick<Clock, "now">, limits: RealtimeLimits) => Promise<EventLog> | EventLog;

/** The events that a node has received from its log, in order. */
export function noteTaker(log: EventLog) {
  const notes: string[] = [];
  const epochs: string[] = [];
  const cut = ({ tokenId, userId, topic }: DisconnectTarget, reason: string) =>
    notes.push(`${[tokenId, userId, topic].filter(Boolean).join(" ") || "all"}: ${reason}`);
  log.listen({
    appended(topic, { sequence, body }, epoch) {
      notes.push(`${topic} ${sequence} ${body}`);
      epochs.push(epoch);
    },
    disconnected: cut,
    sealed: () => {},
    lost: () => notes.push("lost"),
  });
  return { notes, epochs, received: (count: number) => until(() => notes.length >= count, `${count} notes`) };
}

let topics = 0;
/** A topic that no other test uses. */
export const newTopic = (): Topic => `room:contract${++topics}`;

/** The duties of the log of every installation, as tests of the file that calls this. */
export function eventLogContract(openLog: OpenLog): void {
  let clock = manualClock();
  let log: EventLog;
  let topic: Topic;
  const open = async (limits: Partial<RealtimeLimits> = {}) => {
    log = await openLog(clock, { ...defaultLimits, ...limits });
    await until(() => log.isUp(), "the log to be up");
  };
  beforeEach(async () => {
    clock = manualClock();
    topic = newTopic();
    await open();
  });
  const append = (text: string) => log.append(topic, `"Said",{"id":${text.length},"text":"${text}"}`);
  const appendUpTo = (count: number) => {
    for (let sequence = 1; sequence <= count; sequence++) append(`n${sequence}`);
  };
  /** A read by somebody who may read. */
  const read = async (from: Position | null, audience?: number) => {
    const replay = await log.since(topic, from, audience);
    if (replay === "outdated") throw new Error("the audience has changed");
    return replay;
  };
  const here = async () => (await read(null)).position;
  const since = async (epoch: string, sequence: number) => {
    const { complete, entries, position } = await read({ epoch, sequence });
    return complete ? entries.map((entry) => entry.sequence) : `gap at ${position.sequence}`;
  };

  test("events are numbered by topic and delivered in their order, each with the epoch of its topic", async () => {
    const other = newTopic();
    const { notes, epochs, received } = noteTaker(log);
    append("a");
    log.append(other, '"Said",{}');
    append("ñ “b”");
    await received(3);
    expect(notes).toEqual([
      `${topic} 1 "Said",{"id":1,"text":"a"}`,
      `${other} 1 "Said",{}`,
      `${topic} 2 "Said",{"id":5,"text":"ñ “b”"}`,
    ]);
    const { epoch, sequence } = await here();
    expect([sequence, epochs[0], epochs[2]]).toEqual([2, epoch, epoch]);
    expect(epochs[1]).not.toBe(epoch);
  });

  test("what followed a position is returned as it was, and what led to it was delivered before", async () => {
    const { notes } = noteTaker(log);
    const { epoch } = await here();
    appendUpTo(3);
    const replay = await read({ epoch, sequence: 1 });
    expect(notes).toHaveLength(3);
    expect(replay).toMatchObject({
      position: { epoch, sequence: 3 },
      complete: true,
      entries: [2, 3].map((n) => ({ sequence: n, body: `"Said",{"id":2,"text":"n${n}"}` })),
    });
    expect(await since(epoch, 3)).toEqual([]);
    expect(await since(epoch, 0)).toEqual([1, 2, 3]);
  });

  test("a position that is of another epoch, or in the future, is a gap", async () => {
    const { epoch } = await here();
    appendUpTo(2);
    expect(await since("another", 1)).toBe("gap at 2");
    expect(await since(epoch, 3)).toBe("gap at 2");
  });

  test("more events than are kept, or more bytes, or older ones, are a gap", async () => {
    await open({ replayEventsMax: 3 });
    const { epoch } = await here();
    appendUpTo(5);
    expect([await since(epoch, 1), await since(epoch, 2)]).toEqual(["gap at 5", [3, 4, 5]]);

    topic = newTopic();
    await open({ replayBytesMax: 60 });
    const small = await here();
    appendUpTo(5);
    expect([await since(small.epoch, 2), await since(small.epoch, 3)]).toEqual(["gap at 5", [4, 5]]);

    topic = newTopic();
    await open();
    const aged = await here();
    append("old");
    clock.advance(60_000);
    append("young");
    expect(await since(aged.epoch, 0)).toEqual([1, 2]);
    clock.advance(60_001);
    expect([await since(aged.epoch, 0), await since(aged.epoch, 1)]).toEqual(["gap at 2", [2]]);
    clock.advance(60_000);
    expect([await since(aged.epoch, 1), await since(aged.epoch, 2)]).toEqual(["gap at 2", []]);
  });

  test("a body that was replaced is returned in place of the earlier one, under its number", async () => {
    const { epoch } = await here();
    append("ab");
    append("abc");
    log.append(topic, '"Other",{"id":3}');
    log.replace(topic, { name: "RoomMessage", id: 3 }, '"Gone",{"id":1}');
    log.replace(topic, { name: "Said" as "RoomMessage", id: 3 }, '"Gone",{"id":3}');
    const { entries } = await read({ epoch, sequence: 0 });
    expect(entries.map(({ sequence, body }) => `${sequence} ${body}`)).toEqual([
      '1 "Said",{"id":2,"text":"ab"}',
      '2 "Gone",{"id":3}',
      '3 "Other",{"id":3}',
    ]);
  });

  test("an audience that changes begins a new epoch, in which nothing earlier is found", async () => {
    const { epoch } = await here();
    appendUpTo(3);
    log.disconnect({ topic }, "audience_changed");
    expect(await since(epoch, 1)).toBe("gap at 0");
    append("new");
    const next = await here();
    expect(next).toEqual({ epoch: next.epoch, sequence: 1 });
    expect(next.epoch).not.toBe(epoch);
    expect(await since(next.epoch, 0)).toEqual([1]);
  });

  test("disconnecting one person of a topic leaves its events to the others", async () => {
    const { epoch } = await here();
    appendUpTo(2);
    log.disconnect({ topic, userId: 7 }, "banned");
    log.disconnect({ tokenId: "stolen" }, "revoked");
    expect(await since(epoch, 0)).toEqual([1, 2]);
  });

  test("an event for another audience first shuts out everybody, and begins an epoch of its own", async () => {
    const { notes, received } = noteTaker(log);
    const { epoch } = (await read(null, 4)).position;
    log.append(topic, '"Old",{}', 4);
    log.append(topic, '"New",{}', 5);
    await received(3);
    expect(notes).toEqual([`${topic} 1 "Old",{}`, `${topic}: audience_changed`, `${topic} 1 "New",{}`]);
    expect((await read({ epoch, sequence: 0 }, 5)).complete).toBe(false);
  });

  test("what is for an audience that has gone reaches nobody, and its readers are turned away", async () => {
    const { notes, received } = noteTaker(log);
    await read(null, 4);
    log.disconnect({ topic, audience: 5 }, "audience_changed");
    log.append(topic, '"Old",{}', 4);
    expect(await log.since(topic, null, 4)).toBe("outdated");
    log.append(topic, '"New",{}', 5);
    log.append(topic, '"Anyone",{}');
    await received(2);
    expect(notes).toEqual([`${topic} 1 "New",{}`, `${topic} 2 "Anyone",{}`]);
    expect((await read(null, 5)).position.sequence).toBe(2);
  });

  test("a reader of the next audience shuts out the one before; the disconnect that follows changes nothing more", async () => {
    const { notes, received } = noteTaker(log);
    await read(null, 4);
    const next = (await read(null, 5)).position;
    await received(1);
    expect(notes).toEqual([`${topic}: audience_changed`]);
    log.append(topic, '"New",{}', 5);
    expect((await read(next, 5)).entries).toHaveLength(1);
    expect(await log.since(topic, null, 4)).toBe("outdated");
  });
}

import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import { limits } from "#engine/limits.ts";
import type { Random } from "#server/kit/random.ts";
import type { RoomReport, ViewerFlow } from "#server/media/media.ts";
import { type Cause, Witness } from "./witness.ts";

export const stepMs = 100;
export const slug = "luna";
const packetsAStep = 10;

type Session = {
  id: string;
  fanId: number;
  flow: ConfirmedFlow;
  packets: number;
  lastPacketMs: number | null;
  /** When the viewer's receiver reports next. */
  reportsMs: number;
  /** When it is ended, or has been. */
  endMs: number;
  /** Steps of which its viewer has not reported yet. */
  unconfirmed: number[];
};

/**
 * One room of a media engine, step by step: what it sends to each session, what their viewers report, and what it
 * reports of it, which the engine's own code decides. Beside it a witness of each fan sees what flowed in truth.
 */
export class SimulatedMedia {
  modelSends = true;
  readonly witnesses = new Map<number, Witness>();
  readonly #random: Random;
  #sessions: Session[] = [];
  #generation = 1;
  #opened = 0;
  #packetsIn = 0;

  constructor(random: Random, fanIds: readonly number[]) {
    this.#random = random;
    for (const fanId of fanIds) this.witnesses.set(fanId, new Witness());
  }

  isWatching(fanId: number, nowMs: number): boolean {
    return this.#sessions.some((session) => session.fanId === fanId && session.endMs > nowMs);
  }

  connect(fanId: number, nowMs: number): void {
    this.#opened += 1;
    this.#sessions.push({
      id: `${this.#generation}-${this.#opened}`,
      fanId,
      flow: new ConfirmedFlow(),
      packets: 0,
      lastPacketMs: null,
      reportsMs: nowMs + this.#reportInterval(),
      endMs: Number.POSITIVE_INFINITY,
      unconfirmed: [],
    });
  }

  /** The sessions that a fan has now end after so long. */
  disconnect(fanId: number, nowMs: number, afterMs = 0): void {
    for (const session of this.#sessions)
      if (session.fanId === fanId) session.endMs = Math.min(session.endMs, nowMs + afterMs);
  }

  /** The engine is gone, and with it all that it had not reported. */
  kill(cause: Cause): void {
    this.#generation += 1;
    this.#sessions = [];
    this.#packetsIn = 0;
    for (const witness of this.witnesses.values()) witness.lose(cause);
  }

  /** A step of media, which `wasPaused` by the model, to the fans who are in the show. */
  step(
    nowMs: number,
    wasPaused: boolean,
    fans: { isIn(fanId: number): boolean; rateOf(fanId: number): number },
  ): void {
    for (const [fanId, witness] of this.witnesses) witness.begin(wasPaused, fans.rateOf(fanId));
    if (this.modelSends) this.#packetsIn += packetsAStep;
    for (const session of this.#sessions) {
      if (session.endMs < nowMs || !fans.isIn(session.fanId)) continue;
      if (this.modelSends) this.#send(session, nowMs);
      if (session.reportsMs <= nowMs) this.#confirm(session, nowMs);
    }
    if (this.#sessions.some(({ endMs }) => nowMs - endMs >= limits.departedMs))
      this.#sessions = this.#sessions.filter(({ endMs }) => nowMs - endMs < limits.departedMs);
  }

  /** What the engine reports to the process each second. */
  report(nowMs: number): RoomReport {
    const present = this.#sessions.filter(({ endMs }) => endMs > nowMs);
    return {
      room: slug,
      publisherSessionId: `model-${this.#generation}`,
      mediaReceiving: this.modelSends,
      held: false,
      packetsIn: this.#packetsIn,
      bytesIn: 0,
      picture: null,
      viewers: present.map((session) => ({
        ...flowOf(session, nowMs),
        connected: true,
        packetsSent: session.packets,
        lossRatio: 0,
      })),
      departed: this.#sessions
        .filter((session) => session.endMs <= nowMs)
        .map((session) => flowOf(session, nowMs)),
    };
  }

  /** What it answers between two reports. */
  flows(nowMs: number): ViewerFlow[] {
    return this.#sessions.map((session) => flowOf(session, nowMs));
  }

  #send(session: Session, nowMs: number): void {
    const { lastPacketMs } = session;
    session.packets += packetsAStep;
    session.flow.countSent(0, session.packets, nowMs);
    session.lastPacketMs = nowMs;
    if (lastPacketMs === null || nowMs - lastPacketMs > limits.flowGapMs) return;
    const steps = (nowMs - lastPacketMs) / stepMs;
    this.witnesses.get(session.fanId)?.flowed(steps, session.unconfirmed);
  }

  #confirm(session: Session, nowMs: number): void {
    const block = { ssrc: 1, lossRatio: 0, lost: 0, highest: session.packets };
    session.flow.report(session.packets > 0 ? { video: block } : {}, nowMs);
    this.witnesses.get(session.fanId)?.confirmed(session.unconfirmed);
    session.unconfirmed = [];
    session.reportsMs = nowMs + this.#reportInterval();
  }

  /** As browsers do: half a second to one and a half. */
  #reportInterval(): number {
    return stepMs * (5 + Math.floor(this.#random() * 11));
  }
}

function flowOf({ id, fanId, flow }: Session, nowMs: number): ViewerFlow {
  return { sessionId: id, tag: `fan:${fanId}|private`, sentMs: flow.sentMs, flowed: flow.intervals(nowMs) };
}

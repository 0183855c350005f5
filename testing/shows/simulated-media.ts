import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import { ShownFlow } from "#engine/frames/shown-flow.ts";
import { limits } from "#engine/limits.ts";
import type { Random } from "#server/kit/random.ts";
import type { RoomReport, ViewerFlow } from "#server/media/media.ts";
import { type Cause, Witness } from "./witness.ts";

export const stepMs = 100;
export const slug = "luna";
const packetsAStep = 10;

/** One viewer's media: what is sent to them, and what they say of it. */
type Watching = Pick<ConfirmedFlow, "intervals" | "sentMs"> & {
  /** How long what is sent is on its way to the screen. */
  lagMs: number;
  send(packets: number, nowMs: number): void;
  /** The viewer has got all of the packets that were sent until now, and shown them but for those of the last `lagMs`. */
  confirm(packets: number, nowMs: number): void;
};

type Session = {
  id: string;
  fanId: number;
  flow: Watching;
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
      flow: this.#random() < 0.4 ? overHttps(this.#random) : overWebRtc(),
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

  /** The engine's report to the process each second. */
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

  /** The engine's answer between two reports. */
  flows(nowMs: number): ViewerFlow[] {
    return this.#sessions.map((session) => flowOf(session, nowMs));
  }

  #send(session: Session, nowMs: number): void {
    const { lastPacketMs } = session;
    session.packets += packetsAStep;
    session.flow.send(session.packets, nowMs);
    session.lastPacketMs = nowMs;
    if (lastPacketMs === null || nowMs - lastPacketMs > limits.flowGapMs) return;
    const steps = (nowMs - lastPacketMs) / stepMs;
    this.witnesses.get(session.fanId)?.flowed(steps, session.unconfirmed);
  }

  #confirm(session: Session, nowMs: number): void {
    session.flow.confirm(session.packets, nowMs);
    const witness = this.witnesses.get(session.fanId);
    const shown = (witness?.steps ?? 0) - 1 - session.flow.lagMs / stepMs;
    witness?.confirmed(session.unconfirmed.filter((step) => step <= shown));
    session.unconfirmed = session.unconfirmed.filter((step) => step > shown);
    session.reportsMs = nowMs + this.#reportInterval();
  }

  /** As browsers do: half a second to one and a half. */
  #reportInterval(): number {
    return stepMs * (5 + Math.floor(this.#random() * 11));
  }
}

/** By the receiver reports of WebRTC. */
function overWebRtc(): Watching {
  const flow = new ConfirmedFlow();
  return {
    lagMs: 0,
    get sentMs() {
      return flow.sentMs;
    },
    intervals: (nowMs) => flow.intervals(nowMs),
    send: (packets, nowMs) => flow.countSent(0, packets, nowMs),
    confirm(packets, nowMs) {
      const block = { ssrc: 1, lossRatio: 0, lost: 0, highest: packets };
      flow.report(packets > 0 ? { video: block } : {}, nowMs);
    },
  };
}

/**
 * Over HTTPS, by what the page says it has shown. Media times have an origin of their own; now and then a page says something
 * of a time that nobody sent, or of one that it has reported before, neither of which counts.
 */
function overHttps(random: Random): Watching {
  const flow = new ShownFlow();
  const originUs = Math.floor(random() * 1e9);
  const lagMs = stepMs * Math.floor(random() * 16);
  let newestUs = 0;
  return {
    lagMs,
    get sentMs() {
      return flow.sentMs;
    },
    intervals: (nowMs) => flow.intervals(nowMs),
    send(_packets, nowMs) {
      newestUs = originUs + nowMs * 1000;
      flow.note("video", newestUs, nowMs);
      flow.note("audio", newestUs, nowMs);
    },
    confirm(packets, nowMs) {
      if (random() < 0.05) flow.report({ shown: newestUs + 3_600_000_000 }, nowMs);
      const playedUs = originUs + (nowMs - lagMs) * 1000;
      if (packets > 0) flow.report({ shown: Math.max(0, Math.min(newestUs, playedUs)) }, nowMs);
      if (random() < 0.05) flow.report({ shown: originUs }, nowMs);
    },
  };
}

function flowOf({ id, fanId, flow }: Session, nowMs: number): ViewerFlow {
  return { sessionId: id, tag: `fan:${fanId}|private`, sentMs: flow.sentMs, flowed: flow.intervals(nowMs) };
}

import type { ViewerFlow } from "#server/media/media.ts";
import { type Flowed, silenceMsMax } from "../rules/meter.ts";
import { createMediaWatch } from "./media-watch.ts";
import { awaySince, begun, type MeterEvent, type MeterState, meterAfter } from "./meter-state.ts";
import type { Metered, MeterNeeds } from "./meter-types.ts";

/** A meter that this process runs. It stays the same object until it is dropped. */
export type RunningMeter = { state: MeterState };

/** The meters that this process runs, and the watch over their fans' media. */
export type RunningMeters = {
  all(): readonly RunningMeter[];
  ids(): readonly number[];
  get(id: number): MeterState | undefined;
  /** False: it was dropped, or dropped and begun again. */
  isRunning(one: RunningMeter): boolean;
  /** `startedAt` null: the participant was opened now; otherwise what flowed since then counts too. */
  begin(participant: Metered, modelPaused: boolean, startedAt: Date | null): void;
  drop(id: number): void;
  send(one: RunningMeter, event: MeterEvent): void;
  /** Moves one by the media engine's newest reports, the last of which came at `reportedMs`. */
  read(one: RunningMeter, reportedMs: number): void;
  /** Counts what has flowed in a room until now, before a report brings it. */
  count(slug: string, flows: readonly ViewerFlow[]): void;
  /** The media that has flowed to a participant whom nobody meters here, since they were opened. */
  countUnkept(participant: Metered, flows: readonly ViewerFlow[], startedAt: Date): Flowed;
  /** A participant, if this process keeps it, costs less from now on. */
  lowerRate(id: number, rate: number): void;
  /** Media that flowed until now to a participant, kept here or not, costs this rate, whoever is to count it. */
  costRises(id: number, rate: number): void;
};

/** Makes the set of meters, without any. */
export function runMeters(needs: MeterNeeds): RunningMeters {
  const { pauses, reports, ownSide } = needs;
  const running = new Map<number, RunningMeter>();
  const watch = createMediaWatch(pauses, needs.monotonicMs);
  const nowMs = () => needs.clock.now().getTime();
  /** A wall-clock time as a moment of CLOCK_MONOTONIC. */
  const monotonicAt = (at: Date) => needs.monotonicMs() - Math.max(0, nowMs() - at.getTime());

  function send(one: RunningMeter, event: MeterEvent): void {
    const { state, effects } = meterAfter(one.state, event);
    one.state = state;
    for (const { rate, restMs } of effects) watch.dearer(state.id, rate, restMs);
  }

  /** The payer of a show sees how many spies watch it. */
  function spiesChanged(sessionId: number): void {
    for (const each of running.values())
      if (each.state.sessionId === sessionId && each.state.role === "payer")
        send(each, { kind: "spies_changed" });
  }

  return {
    all: () => [...running.values()],
    ids: () => [...running.keys()],
    get: (id) => running.get(id)?.state,
    isRunning: (one) => running.get(one.state.id) === one,
    begin(participant, modelPaused, startedAt) {
      pauses.begin(participant.slug, modelPaused);
      watch.begin(participant.id, startedAt && monotonicAt(startedAt));
      running.set(participant.id, { state: begun(participant, nowMs()) });
      if (participant.role === "spy") spiesChanged(participant.sessionId);
    },
    drop(id) {
      const gone = running.get(id)?.state;
      running.delete(id);
      watch.forget(id);
      if (gone?.role === "spy") spiesChanged(gone.sessionId);
    },
    send,
    read(one, reportedMs) {
      const now = nowMs();
      const seen = now - reportedMs > silenceMsMax ? nothingSeen : watch.see(one.state, reports.rooms());
      const modelPaused = pauses.isPaused(one.state.slug);
      const awayMs = awaySince(one.state, seen.fanConnected);
      const absentMs = awayMs === null ? 0 : ownSide.absentMs(awayMs);
      send(one, { kind: "seen", sight: { ...seen, modelPaused, absentMs }, awayMs, nowMs: now });
    },
    count(slug, flows) {
      for (const each of running.values())
        if (each.state.slug === slug) send(each, { kind: "flowed", flowed: watch.count(each.state, flows) });
    },
    countUnkept: (participant, flows, startedAt) =>
      watch.countUnkept(participant, flows, monotonicAt(startedAt)),
    lowerRate(id, rate) {
      const one = running.get(id);
      if (one) send(one, { kind: "rate_lowered", rate, nowMs: nowMs() });
    },
    costRises: (id, rate) => watch.dearer(id, rate, 0),
  };
}

const nothingSeen = { modelMedia: false, fanConnected: false, missedMs: 0, flowedMs: 0 };

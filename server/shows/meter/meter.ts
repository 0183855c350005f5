import { randomUUID } from "node:crypto";
import type { ShowEnd } from "#contract/show-state.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { Outage } from "#server/kit/outage.ts";
import type { ViewerFlow } from "#server/media/media.ts";
import {
  advance,
  atRate,
  isFreeLookOver,
  isShort,
  isSliceDue,
  leftOut,
  raiseRate,
  secondsServed,
  serve,
  silenceMsMax,
} from "../rules/meter.ts";
import type { Progress } from "../store/participants-store.ts";
import { createMediaWatch } from "./media-watch.ts";
import type { Metered, MeterNeeds, ShowMeter } from "./meter-types.ts";

/** A lease this old belongs to a process that is gone. */
const leaseMs = 5_000;
const adoptEveryMs = 2_000;
/** Pages keep counting for this long without an event, and little longer (`web/entities/show/use-show-clock.ts`). */
const publishEverySeconds = 5;
/** A show ends after this many failed charges in a row, a second apart. */
const failuresMax = 3;

type Running = Metered & {
  seenMs: number;
  /** When the fan's connection was lost; null while they are connected. */
  awayMs: number | null;
  publishedSeconds: number;
  /** Why the show is to end; null while it goes on. */
  over: ShowEnd | null;
  /** How many times this process has changed the rate. */
  rates: number;
  /** The rate has risen, but the hold still covers a minute at the old rate. */
  raised: boolean;
  /** Media that flowed after a free look before a hold existed for it, ms. */
  leftOutMs: number;
  /** Charges that failed in a row; outages do not count. */
  failures: number;
  changed: boolean;
};

/** Starts the one ticker of all participants: it moves with the media engine's reports, each second. */
export function createMeter(needs: MeterNeeds): ShowMeter {
  const { clock, log, reports, pauses } = needs;
  let keeper = randomUUID();
  const running = new Map<number, Running>();
  const watch = createMediaWatch(pauses, needs.monotonicMs);
  const nowMs = () => clock.now().getTime();
  const lease = () => ({ keeper, leaseUntil: new Date(nowMs() + leaseMs), now: clock.now() });
  /** The flows of each room as the engine last reported them on request. */
  const lastFlows = new Map<string, ViewerFlow[]>();
  let reportedMs = nowMs();
  let busy = false;
  /** False until this process owns the media and takes shows over; its engine may not run before that. */
  let hasTakenOver = false;

  /** A wall-clock time as a moment of CLOCK_MONOTONIC. */
  const monotonicAt = (at: Date) => needs.monotonicMs() - Math.max(0, nowMs() - at.getTime());

  const take: ShowMeter["take"] = ({ modelPaused = false, ...participant }) => {
    if (!running.has(participant.id)) begin(participant, modelPaused, null);
  };
  const begin = (participant: Metered, modelPaused: boolean, startedAt: Date | null) => {
    pauses.begin(participant.slug, modelPaused);
    watch.begin(participant.id, startedAt && monotonicAt(startedAt));
    running.set(participant.id, {
      ...participant,
      seenMs: nowMs(),
      awayMs: null,
      publishedSeconds: 0,
      over: null,
      rates: 0,
      raised: false,
      leftOutMs: 0,
      failures: 0,
      changed: false,
    });
    if (participant.role === "spy") spiesChanged(participant.sessionId);
  };
  const drop = (id: number) => {
    const gone = running.get(id);
    running.delete(id);
    watch.forget(id);
    if (gone?.role === "spy") spiesChanged(gone.sessionId);
  };
  /** The payer of a show sees how many spies watch it. */
  const spiesChanged = (sessionId: number) => {
    for (const each of running.values())
      each.changed ||= each.sessionId === sessionId && each.role === "payer";
  };

  /** Moves one meter by what has flowed; the result is stored by the next {@link persist}. */
  function readMeter(each: Running): void {
    const now = nowMs();
    const sight = now - reportedMs > silenceMsMax ? nothingSeen : watch.see(each, reports.rooms());
    const modelPaused = pauses.isPaused(each.slug);
    each.awayMs = sight.fanConnected ? null : (each.awayMs ?? each.seenMs);
    const absentMs = each.awayMs === null ? 0 : needs.ownSide.absentMs(each.awayMs);
    const { meter, over } = advance(each.meter, { ...sight, modelPaused, absentMs });
    each.changed ||= each.meter.pause !== meter.pause;
    each.over ??= over;
    each.leftOutMs += leftOut(each.meter, meter, sight);
    each.meter = meter;
    each.seenMs = now;
  }

  async function tick(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const each of running.values()) readMeter(each);
    if (busy || running.size === 0) return;
    busy = true;
    try {
      const ended = [...running.values()].filter(({ meter, over }) => over === null && isFreeLookOver(meter));
      for (const each of ended) await safelyOf(each, slice);
      await persist([...running.values()]);
    } finally {
      busy = false;
    }
  }

  async function persist(seen: readonly Running[]): Promise<void> {
    const comparePause = pauses.compare();
    const asked = seen.map((each) => ({ each, rates: each.rates }));
    const kept = await needs.keep(lease(), seen.map(progressOf));
    for (const { each, rates } of asked) {
      // The show ended by other means while it was being stored.
      if (running.get(each.id) !== each) continue;
      const state = kept.get(each.id);
      if (!state) {
        drop(each.id);
        continue;
      }
      comparePause(each.slug, state.modelPaused);
      // The rate was changed here after this read; the next read brings it.
      if (each.rates === rates && state.rate !== null)
        changeRate(each, state.rate, state.rateSince?.getTime() ?? nowMs());
      if (state.offerExpired) each.over ??= "price_declined";
      await safelyOf(each, settle);
    }
  }

  const safelyOf = (each: Running, work: (each: Running) => Promise<void>) =>
    work(each).catch((err) => log.error({ err, id: each.id }, "a show could not be kept"));

  function changeRate(each: Running, rate: number, sinceMs: number): void {
    const { price } = each.meter;
    if (!price || price.rate === rate) return;
    each.rates += 1;
    each.raised = rate > price.rate;
    const { meter, restMs } = raiseRate(each.meter, rate, sinceMs);
    if (each.raised) watch.dearer(each.id, price.rate, restMs);
    if (each.raised) each.leftOutMs = 0;
    each.meter = each.raised ? meter : { ...each.meter, price: atRate(price, rate, sinceMs) };
  }

  async function catchUp(slug: string): Promise<void> {
    const flows = await reports.flows(slug);
    lastFlows.set(slug, flows);
    for (const each of running.values()) {
      if (each.slug !== slug) continue;
      const flowed = watch.count(each, flows);
      const meter = serve(each.meter, flowed);
      each.leftOutMs += leftOut(each.meter, meter, flowed);
      each.meter = meter;
    }
  }

  async function settle(each: Running): Promise<void> {
    if (each.over) return void (await needs.over(each, each.over));
    if (isShort(each.meter) || isSliceDue(each.meter) || each.raised) {
      await slice(each);
      if (running.get(each.id) !== each) return;
      if (each.over) return void (await needs.over(each, each.over));
    }
    const seconds = secondsServed(each.meter);
    if (!each.changed && seconds - each.publishedSeconds < publishEverySeconds) return;
    each.changed = false;
    each.publishedSeconds = seconds;
    needs.moved(each);
  }

  /** Charges the seconds that are due and holds more tokens; the show is over when they cover no second. */
  async function slice(each: Running): Promise<void> {
    const funds = await needs.slice(each.id, each.meter).catch((err) => failed(each, err));
    if (!funds) return drop(each.id);
    each.failures = 0;
    each.raised = false;
    const { limited, ...paid } = funds;
    if (each.meter.price) each.meter = { ...each.meter, price: { ...each.meter.price, ...paid } };
    if (isShort(each.meter)) each.over ??= limited ? "limit_reached" : "out_of_tokens";
    else each.meter = serve(each.meter, { flowedMs: each.leftOutMs });
    each.leftOutMs = 0;
  }

  /**
   * An outage passes, and the seconds of that time are charged afterwards. A show that cannot be charged for another
   * reason ends.
   */
  function failed(each: Running, err: unknown): never {
    if (!isDatabaseUnavailable(err) && !(err instanceof Outage)) each.failures += 1;
    if (each.failures >= failuresMax) each.over ??= "failed";
    throw err;
  }

  async function adopt(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const { modelPaused, startedAt, ...participant } of await needs.adopt(lease(), [...running.keys()]))
      begin(participant, modelPaused, startedAt);
  }

  const safely = (work: () => Promise<void>) => () =>
    void work().catch((err) => log.error({ err }, "shows could not be kept"));
  const stops = [
    reports.onReport(() => {
      reportedMs = nowMs();
      safely(tick)();
    }),
    // Without reports no second is charged, and the wait for an absent fan still runs out.
    clock.every(silenceMsMax, () => nowMs() - reportedMs > silenceMsMax && safely(tick)()),
    clock.every(adoptEveryMs, () => hasTakenOver && safely(adopt)()),
  ];
  return {
    lease: () => ({ keeper, lease_until: lease().leaseUntil }),
    take,
    meterOf: (id) => running.get(id)?.meter,
    lastOf({ modelPaused, startedAt, ...participant }) {
      const mine = running.get(participant.id);
      if (mine) return mine.meter;
      pauses.begin(participant.slug, modelPaused);
      const flows = lastFlows.get(participant.slug) ?? [];
      return serve(participant.meter, watch.countUnkept(participant, flows, monotonicAt(startedAt)));
    },
    catchUp,
    async keepAll() {
      await Promise.all([...new Set([...running.values()].map(({ slug }) => slug))].map(catchUp));
      if (running.size > 0) await needs.keep(lease(), [...running.values()].map(progressOf));
    },
    lowerRate(id, rate) {
      const each = running.get(id);
      if (each?.meter.price && rate < each.meter.price.rate) changeRate(each, rate, nowMs());
    },
    raisingRate: (id, before) => watch.dearer(id, before, 0),
    drop,
    adopt,
    tick,
    takeOver() {
      keeper = randomUUID();
      hasTakenOver = true;
      return adopt();
    },
    dropAll() {
      hasTakenOver = false;
      for (const id of [...running.keys()]) drop(id);
      pauses.forget();
      lastFlows.clear();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const nothingSeen = { modelMedia: false, fanConnected: false, missedMs: 0, flowedMs: 0 };

function progressOf({ id, meter: { servedMs, pause, price } }: Metered): Progress {
  return { id, servedMs, pause, units: price?.units ?? 0, steps: price?.steps, rate: price?.rate ?? null };
}

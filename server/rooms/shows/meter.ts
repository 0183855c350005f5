import { randomUUID } from "node:crypto";
import type { ShowEnd } from "#contract/show-state.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ownership } from "#server/kit/nodes/ownership.ts";
import type { RoomReport, ViewerFlow } from "#server/media/media.ts";
import type { Mode, Role } from "../rules/admission.ts";
import {
  advance,
  isShort,
  isSliceDue,
  type Meter,
  raiseRate,
  secondsServed,
  serve,
  silenceMsMax,
} from "../rules/meter.ts";
import type { Kept, Lease, Progress } from "../store/participants-store.ts";
import { createMediaWatch } from "./media-watch.ts";
import { createRoomPauses, type RoomPauses } from "./room-pauses.ts";
import type { Funds } from "./show-money.ts";

/** A lease this old belongs to a process that is gone. */
const leaseMs = 5_000;
const adoptEveryMs = 2_000;
const publishEverySeconds = 5;

/** A participant of a show as the meter knows it. */
export type Metered = {
  id: number;
  sessionId: number;
  modelId: number;
  fanId: number;
  slug: string;
  mode: Mode;
  role: Role;
  meter: Meter;
};

/** What the meter asks of the database and of what stands around it. */
export type MeterNeeds = {
  clock: Clock;
  /** CLOCK_MONOTONIC, which the media engine reports in. */
  monotonicMs(): number;
  log: Pick<Logger, "error">;
  /** Only the owner of the media meters. */
  owner: Pick<Ownership, "isMine">;
  reports: {
    rooms(): ReadonlyMap<string, RoomReport>;
    flows(room: string): Promise<ViewerFlow[]>;
    onReport(listener: () => void): () => void;
  };
  /** Keeps how far each has come; answers those that are still open and this process's. */
  keep(lease: Lease, progress: readonly Progress[]): Promise<ReadonlyMap<number, Kept>>;
  /** Charges what is due and sets more aside; null when the participant is not open any more. */
  slice(id: number, meter: Meter): Promise<Funds | null>;
  /** Takes over open participants whose lease has run out. */
  adopt(lease: Lease): Promise<(Metered & Pick<Kept, "modelPaused">)[]>;
  /** The participant's meter stands still, goes on, or has moved on. */
  moved(participant: Metered): void;
  /** It is over. */
  over(participant: Metered, reason: ShowEnd): Promise<unknown>;
};

type Running = Metered & {
  seenMs: number;
  publishedSeconds: number;
  /** What was seen since the last time it was kept. */
  over: ShowEnd | null;
  /** How often its rate has changed here. */
  rates: number;
  /** It costs more, and what is set aside is a minute of what it cost before. */
  raised: boolean;
  changed: boolean;
};

/** Meters the open participants of this process and ends them when they are over. */
export type ShowMeter = {
  /** Who keeps a participant that is opened now, and until when. */
  lease(): { keeper: string; lease_until: Date };
  take(participant: Metered & Partial<Pick<Kept, "modelPaused">>): void;
  /** How a participant stands now, if this process keeps it. */
  meterOf(id: number): Meter | undefined;
  /**
   * How an open participant stands for good, after {@link ShowMeter.catchUp}; `keeper` is who keeps it. What an earlier
   * process kept, and nobody has taken over yet, has gone on with this one's media.
   */
  lastOf(participant: Metered & Pick<Kept, "modelPaused"> & { keeper: string }): Meter;
  /** Told of the model's pauses: what flows within them does not count. */
  pauses: Pick<RoomPauses, "pausing" | "resumed">;
  /** Counts what has flowed in a room until now, before its show is settled. */
  catchUp(slug: string): Promise<void>;
  /** A participant is about to cost less, from now on; to be called before that is written down. */
  lowerRate(id: number, rate: number): void;
  /**
   * A participant is about to cost more than `before`, which what has flowed until now costs, whoever is to count it. From
   * when on it costs more the meter reads from the database, when it keeps the participant next.
   */
  raisingRate(id: number, before: number): void;
  /** The participant has ended, or somebody else keeps it. */
  drop(id: number): void;
  /** Takes over what a process that is gone has left open. */
  adopt(): Promise<void>;
  /** Reads every meter once, as each report of the media engine does. */
  tick(): Promise<void>;
  /** Becomes a keeper of another name and adopts what is open: what an earlier one of this process kept, too. */
  takeOver(): Promise<void>;
  /** Counts and keeps what has flowed until now, before another process takes over. */
  keepAll(): Promise<void>;
  /** Drops every meter: another node owns the media, and goes on from what was kept last. */
  dropAll(): void;
  stop(): void;
};

/** Starts the one ticker of all participants: it moves with the media engine's reports, each second. */
export function createMeter(needs: MeterNeeds): ShowMeter {
  const { clock, log, reports } = needs;
  let keeper = randomUUID();
  const running = new Map<number, Running>();
  const pauses = createRoomPauses(needs.monotonicMs);
  const watch = createMediaWatch(pauses, needs.monotonicMs);
  const nowMs = () => clock.now().getTime();
  const lease = () => ({ keeper, leaseUntil: new Date(nowMs() + leaseMs), now: clock.now() });
  /** What had flowed in a room when it was asked for last. */
  const lastFlows = new Map<string, ViewerFlow[]>();
  let reportedMs = nowMs();
  let busy = false;

  const take: ShowMeter["take"] = ({ modelPaused = false, ...participant }) =>
    begin(participant, modelPaused, true);
  const begin = (participant: Metered, modelPaused: boolean, isNew: boolean) => {
    pauses.begin(participant.slug, modelPaused);
    watch.begin(participant.id, isNew);
    running.set(participant.id, {
      ...participant,
      seenMs: nowMs(),
      publishedSeconds: 0,
      over: null,
      rates: 0,
      raised: false,
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
  /** Who pays for a show is shown how many spy on it. */
  const spiesChanged = (sessionId: number) => {
    for (const each of running.values())
      each.changed ||= each.sessionId === sessionId && each.role === "payer";
  };

  /** Reads one meter; what it says is kept by the next {@link persist}. */
  function look(each: Running): void {
    const now = nowMs();
    const elapsedMs = Math.max(0, now - each.seenMs);
    const sight = now - reportedMs > silenceMsMax ? nothingSeen : watch.see(each, reports.rooms());
    const modelPaused = pauses.isPaused(each.slug);
    const { meter, over } = advance(each.meter, { ...sight, modelPaused, elapsedMs });
    each.changed ||= each.meter.pause !== meter.pause;
    each.over ??= over;
    each.meter = meter;
    each.seenMs = now;
  }

  async function tick(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const each of running.values()) look(each);
    if (busy || running.size === 0) return;
    busy = true;
    try {
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
      // Dropped meanwhile, it has ended by other means.
      if (running.get(each.id) !== each) continue;
      const state = kept.get(each.id);
      if (!state) {
        drop(each.id);
        continue;
      }
      comparePause(each.slug, state.modelPaused);
      // Lowered meanwhile, it was read before that.
      if (each.rates === rates && state.rate !== null) changeRate(each, state.rate);
      if (state.offerExpired) each.over ??= "price_declined";
      await settle(each).catch((err) => log.error({ err, id: each.id }, "a show could not be kept"));
    }
  }

  function changeRate(each: Running, rate: number): void {
    const { price } = each.meter;
    if (!price || price.rate === rate) return;
    each.rates += 1;
    each.raised = rate > price.rate;
    const { meter, restMs } = raiseRate(each.meter, rate);
    if (each.raised) watch.dearer(each.id, price.rate, restMs);
    each.meter = each.raised ? meter : { ...each.meter, price: { ...price, rate } };
  }

  async function catchUp(slug: string): Promise<void> {
    const flows = await reports.flows(slug);
    lastFlows.set(slug, flows);
    for (const each of running.values())
      if (each.slug === slug) each.meter = serve(each.meter, watch.count(each, flows));
  }

  async function settle(each: Running): Promise<void> {
    if (each.over) return void (await needs.over(each, each.over));
    if (isShort(each.meter) || isSliceDue(each.meter) || each.raised) {
      const funds = await needs.slice(each.id, each.meter);
      if (!funds) return drop(each.id);
      each.raised = false;
      const { limited, ...paid } = funds;
      if (each.meter.price) each.meter = { ...each.meter, price: { ...each.meter.price, ...paid } };
      if (isShort(each.meter))
        return void (await needs.over(each, limited ? "limit_reached" : "out_of_tokens"));
    }
    const seconds = secondsServed(each.meter);
    if (!each.changed && seconds - each.publishedSeconds < publishEverySeconds) return;
    each.changed = false;
    each.publishedSeconds = seconds;
    needs.moved(each);
  }

  async function adopt(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const { modelPaused, ...participant } of await needs.adopt(lease()))
      begin(participant, modelPaused, false);
  }

  const safely = (work: () => Promise<void>) => () =>
    void work().catch((err) => log.error({ err }, "shows could not be kept"));
  const stops = [
    reports.onReport(() => {
      reportedMs = nowMs();
      safely(tick)();
    }),
    // Without reports nothing is served, and a fan who is away still leaves.
    clock.every(silenceMsMax, () => nowMs() - reportedMs > silenceMsMax && safely(tick)()),
    clock.every(adoptEveryMs, safely(adopt)),
  ];
  return {
    lease: () => ({ keeper, lease_until: lease().leaseUntil }),
    take,
    meterOf: (id) => running.get(id)?.meter,
    lastOf({ keeper: kept, modelPaused, ...participant }) {
      const mine = running.get(participant.id);
      if (mine) return mine.meter;
      if (kept === keeper) return participant.meter;
      pauses.begin(participant.slug, modelPaused);
      return serve(participant.meter, watch.countUnkept(participant, lastFlows.get(participant.slug) ?? []));
    },
    pauses,
    catchUp,
    async keepAll() {
      await Promise.all([...new Set([...running.values()].map(({ slug }) => slug))].map(catchUp));
      if (running.size > 0) await needs.keep(lease(), [...running.values()].map(progressOf));
    },
    lowerRate(id, rate) {
      const each = running.get(id);
      if (each?.meter.price && rate < each.meter.price.rate) changeRate(each, rate);
    },
    raisingRate: (id, before) => watch.dearer(id, before, 0),
    drop,
    adopt,
    tick,
    takeOver() {
      keeper = randomUUID();
      return adopt();
    },
    dropAll() {
      for (const id of [...running.keys()]) drop(id);
      pauses.forget();
      lastFlows.clear();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const nothingSeen = { modelMedia: false, fanConnected: false, flowedMs: 0 };

function progressOf({ id, meter: { servedMs, pause, price } }: Metered): Progress {
  return { id, servedMs, pause, units: price?.units ?? 0, rate: price?.rate ?? null };
}

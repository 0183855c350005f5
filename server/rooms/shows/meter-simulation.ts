import type { ShowEnd } from "#contract/show-state.ts";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { type Random, seededRandom } from "#server/kit/random.ts";
import type { RoomReport, ViewerReport } from "#server/media/media.ts";
import { finalPrice, type Meter, nextSlice } from "../rules/meter.ts";
import type { Lease, Progress } from "../store/participants-store.ts";
import { createMeter, type Metered, type ShowMeter } from "./meter.ts";

/** A participant as the database has them. */
type Row = Metered & {
  leaseMs: number;
  keeper: string;
  wallet: number;
  /** What the fan's own limit still lets through. */
  allowed: number;
  endedMs: number | null;
  reason: ShowEnd | null;
  minimum: number;
};

/** What became of one participant: what was charged, what flowed in truth, and what the ledger holds. */
export type Outcome = {
  role: string;
  billedSeconds: number;
  flowedMs: number;
  /** Seconds that may be missing: what no report tells of, for each time that this happened, and what a killed process had not kept. */
  lostSeconds: number;
  tokens: number;
  expectedTokens: number;
  held: number;
  wallet: number;
  reason: ShowEnd | null;
  openMsAfterCrash: number;
};

const stepMs = 100;
const reportMs = 1_000;
const slug = "luna";

/**
 * Runs one show with one payer and up to two spies for some minutes of its own clock, with faults drawn from the seed:
 * media lost on either side, both gone, the process killed, the database away, pauses, changed prices, balances and limits
 * that run out. The meter is the real one; the ledger and the engine are models of what they promise.
 */
export async function simulateShow(seed: string): Promise<Outcome[]> {
  const random = seededRandom(seed);
  const world = createWorld(random);
  for (let step = 0; step < 2_400; step++) await world.step();
  return world.finish();
}

type Truth = {
  connected: boolean;
  flowedMs: number;
  session: number;
  sessionFlowedMs: number;
  packets: number;
  /** The playback has ended since the last report, which the next one still tells of. */
  departed: boolean;
  lostSeconds: number;
  keptMs: number;
};

function createWorld(random: Random) {
  let nowMs = 1_000_000;
  let databaseAway = 0;
  let processAway = 0;
  let modelSends = true;
  let modelPaused = false;
  let packetsIn = 0;
  let crashedMs: number | null = null;
  let openAfterCrash = 0;
  let generation = 0;
  let meter: ShowMeter | null = null;
  let report: ReadonlyMap<string, RoomReport> = new Map();
  let reported = () => {};
  const chance = (perSecond: number) => random() < (perSecond * stepMs) / 1000;
  const rows = [0, 1, 2].slice(0, 1 + Math.floor(random() * 3)).map((id): Row => newRow(id, random));
  const truths = new Map(
    rows.map(({ id }): [number, Truth] => [
      id,
      {
        connected: true,
        flowedMs: 0,
        session: 1,
        sessionFlowedMs: 0,
        packets: 0,
        departed: false,
        lostSeconds: 1,
        keptMs: nowMs,
      },
    ]),
  );
  const truthOf = (id: number): Truth => {
    const truth = truths.get(id);
    if (!truth) throw new Error(`no participant ${id}`);
    return truth;
  };
  const open = () => rows.filter((row) => row.endedMs === null);
  const assertDatabase = () => {
    if (databaseAway > 0) throw new Error("the database is away");
  };

  function start(): ShowMeter {
    generation += 1;
    return createMeter({
      owner: onlyNode,
      clock: { now: () => new Date(nowMs), after: () => () => {}, every: () => () => {} },
      log: { error: () => {} },
      reports: {
        rooms: () => report,
        onReport(listener) {
          reported = listener;
          return () => {};
        },
      },
      keep: async (lease, progress) => keep(lease, progress),
      slice: async (id, at) => slice(id, at),
      adopt: async (lease) => adopt(lease),
      moved: () => {},
      over: async ({ id }, reason) => end(id, reason),
    });
  }

  function keep({ keeper, leaseUntil }: Lease, progress: readonly Progress[]) {
    assertDatabase();
    const kept = new Map<number, { modelPaused: boolean; offerExpired: boolean }>();
    for (const { id, servedMs, units, pause } of progress) {
      const row = rows[id];
      if (!row || row.endedMs !== null || row.keeper !== keeper) continue;
      row.meter = { ...row.meter, servedMs, pause, price: row.meter.price && { ...row.meter.price, units } };
      row.leaseMs = leaseUntil.getTime();
      truthOf(id).keptMs = nowMs;
      kept.set(id, { modelPaused, offerExpired: false });
    }
    return kept;
  }

  function slice(id: number, at: Meter) {
    assertDatabase();
    const row = rows[id];
    if (!row || row.endedMs !== null || !row.meter.price || !at.price) return null;
    const { spent, held } = row.meter.price;
    const wanted = nextSlice({ ...at, price: { ...at.price, spent, held } });
    const extend = Math.min(wanted.extend, row.wallet, row.allowed);
    const limited = row.allowed < Math.min(wanted.extend, row.wallet);
    row.wallet -= extend;
    row.allowed -= extend;
    const funds = { spent: spent + wanted.capture, held: held - wanted.capture + extend };
    row.meter = { ...row.meter, price: { ...row.meter.price, ...funds, units: at.price.units } };
    return { ...funds, limited };
  }

  function adopt({ keeper, leaseUntil, now }: Lease) {
    assertDatabase();
    const taken = open().filter((row) => row.keeper !== keeper && row.leaseMs <= now.getTime());
    for (const row of taken) Object.assign(row, { keeper, leaseMs: leaseUntil.getTime() });
    return taken.map((row) => ({ ...row, modelPaused }));
  }

  /** The payer's end is everybody's, as in the rooms. */
  function end(id: number, reason: ShowEnd): void {
    assertDatabase();
    const whole = rows[id]?.role === "payer";
    for (const row of whole ? open() : open().filter((one) => one.id === id)) {
      const seen = meter?.meterOf(row.id) ?? row.meter;
      const price = row.meter.price;
      if (!price || !seen.price) continue;
      const last = { ...seen, price: { ...seen.price, spent: price.spent, held: price.held } };
      const why = row.role === "spy" && whole ? "show_over" : reason;
      const spent = finalPrice(last, { minimum: row.minimum, reason: why });
      row.wallet += price.spent + price.held - spent;
      row.meter = { ...last, price: { ...last.price, spent, held: 0 } };
      row.endedMs = nowMs;
      row.reason = why;
      meter?.drop(row.id);
    }
  }

  function faults(): void {
    if (chance(0.03)) modelSends = !modelSends;
    if (!modelSends && chance(0.3)) modelSends = true;
    for (const row of rows) {
      const truth = truthOf(row.id);
      if (chance(truth.connected ? 0.02 : 0.3)) {
        truth.connected = !truth.connected;
        // Of a playback that is replaced before the next report its end is not seen here.
        if (truth.connected && truth.departed) truth.lostSeconds += 1;
        truth.departed = !truth.connected;
        if (truth.connected)
          Object.assign(truth, { session: truth.session + 1, sessionFlowedMs: 0, packets: 0 });
      }
    }
    if (chance(0.004)) {
      modelSends = false;
      for (const truth of truths.values()) interrupt(truth);
    }
    if (chance(0.01)) {
      modelPaused = !modelPaused;
      for (const truth of truths.values()) truth.lostSeconds += 1;
      meter?.setPaused(slug, modelPaused);
    }
    if (chance(0.01)) databaseAway = Math.floor(random() * 5_000);
    if (chance(0.006)) crash();
    if (chance(0.01)) reprice();
  }

  /** The process is gone with all that it had not kept; every playback went with its engine. */
  function crash(): void {
    meter = null;
    crashedMs = nowMs;
    processAway = 500 + Math.floor(random() * 4_000);
    for (const truth of truths.values()) {
      interrupt(truth);
      truth.lostSeconds += (nowMs - truth.keptMs) / 1000;
    }
  }

  function interrupt(truth: Truth): void {
    Object.assign(truth, { connected: false, departed: false });
    truth.lostSeconds += 1;
  }

  /** A fan has agreed to another rate. */
  function reprice(): void {
    const row = open()[0];
    if (!row?.meter.price || databaseAway > 0) return;
    const rate = row.meter.price.rate + Math.floor(random() * 30);
    row.meter = { ...row.meter, price: { ...row.meter.price, rate } };
    meter?.reprice(row.id, { rate });
  }

  function flow(): void {
    if (modelSends && processAway <= 0) packetsIn += 10;
    for (const row of open()) {
      const truth = truthOf(row.id);
      if (!modelSends || !truth.connected || processAway > 0) continue;
      truth.sessionFlowedMs += stepMs;
      truth.packets += 10;
      if (!modelPaused) truth.flowedMs += stepMs;
      // Until the lease of the killed process has been taken over nobody counts.
      if (row.keeper !== meter?.lease().keeper) truth.lostSeconds += stepMs / 1000;
    }
  }

  function viewersNow(): ViewerReport[] {
    return open().flatMap((row) => {
      const truth = truthOf(row.id);
      const { departed } = truth;
      truth.departed = false;
      if (!truth.connected && !departed) return [];
      return {
        sessionId: `${generation}-${row.id}-${truth.session}`,
        tag: `fan:${row.fanId}|private`,
        connected: truth.connected,
        packetsSent: truth.packets,
        flowedMs: truth.sessionFlowedMs,
        lossRatio: 0,
      };
    });
  }

  /** The engine reports, and everything that the meter does about it is done. */
  async function tick(): Promise<void> {
    reported();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function step(): Promise<void> {
    nowMs += stepMs;
    databaseAway -= stepMs;
    faults();
    flow();
    if (processAway > 0) {
      processAway -= stepMs;
      if (processAway > 0) return;
    }
    if (!meter) {
      meter = start();
      for (const row of generation === 1 ? rows : []) {
        row.keeper = meter.lease().keeper;
        row.leaseMs = nowMs + 5_000;
        // What the row says of the room, as where a show is opened.
        meter.take({ ...row, modelPaused });
      }
    }
    if (nowMs % reportMs !== 0) return;
    const room: RoomReport = {
      room: slug,
      publisherSessionId: `model-${generation}`,
      mediaReceiving: modelSends,
      packetsIn,
      bytesIn: 0,
      viewers: viewersNow(),
    };
    report = new Map([[slug, room]]);
    const away = databaseAway > 0;
    await meter.adopt().catch(() => {});
    await tick();
    if (crashedMs !== null && !away && open().length === 0) {
      openAfterCrash = Math.max(openAfterCrash, nowMs - crashedMs);
      crashedMs = null;
    }
  }

  return {
    step,
    /** Everybody is gone: whatever is open ends by itself. */
    async finish(): Promise<Outcome[]> {
      databaseAway = 0;
      for (const truth of truths.values()) truth.connected = false;
      const gone = nowMs;
      while (open().length > 0 && nowMs - gone < 60_000) {
        nowMs += stepMs;
        databaseAway = 0;
        processAway = Math.max(0, processAway - stepMs);
        if (processAway > 0) continue;
        meter ??= start();
        report = new Map();
        if (nowMs % reportMs === 0) {
          await meter.adopt();
          await tick();
        }
      }
      return rows.map((row) =>
        outcomeOf(row, truthOf(row.id), (row.endedMs ?? Number.POSITIVE_INFINITY) - gone),
      );
    },
  };
}

function newRow(id: number, random: Random): Row {
  const role = id === 0 ? ("payer" as const) : ("spy" as const);
  const rate = 20 + Math.floor(random() * 200);
  const capTokens = random() < 0.3 ? rate + Math.floor(random() * 400) : null;
  const held = Math.min(rate, capTokens ?? rate);
  return {
    id,
    sessionId: 1,
    modelId: 1,
    fanId: id + 10,
    slug,
    mode: "private",
    role,
    meter: {
      servedMs: 0,
      limitMs: random() < 0.2 ? 1_000 * (5 + Math.floor(random() * 120)) : null,
      pause: "fan_media_lost",
      fanAbsentMs: 0,
      price: { rate, freeSeconds: role === "spy" ? 10 : 0, units: 0, spent: 0, held, capTokens },
    },
    leaseMs: 0,
    keeper: "",
    wallet: Math.floor(random() * 600),
    allowed: random() < 0.2 ? Math.floor(random() * 300) : Number.POSITIVE_INFINITY,
    endedMs: null,
    reason: null,
    minimum: 0,
  };
}

function outcomeOf(
  { meter, role, wallet, reason, ...row }: Row,
  truth: Truth,
  endedAfterMs: number,
): Outcome {
  const { price } = meter;
  if (!price) throw new Error("every participant pays");
  return {
    role,
    billedSeconds: Math.floor(meter.servedMs / 1000),
    flowedMs: truth.flowedMs,
    lostSeconds: truth.lostSeconds,
    tokens: price.spent,
    expectedTokens: Math.floor(price.units / 60),
    held: price.held,
    wallet,
    reason: row.endedMs === null ? null : reason,
    openMsAfterCrash: endedAfterMs,
  };
}

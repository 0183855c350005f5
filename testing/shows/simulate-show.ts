import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { ShowEnd } from "#contract/show-state.ts";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { type Random, seededRandom } from "#server/kit/random.ts";
import type { RoomReport } from "#server/media/media.ts";
import { watchOwnSide } from "#server/rooms/own-side.ts";
import { createRoomPauses } from "#server/rooms/room-pauses.ts";
import type { ShowMeter } from "#server/shows/meter/meter-types.ts";
import { createMeter } from "#server/shows/meter/meter.ts";
import { priceParts } from "#server/shows/receipts/receipt.ts";
import type { Meter } from "#server/shows/rules/meter.ts";
import { Awaited } from "./awaited.ts";
import { reportsTo } from "./reports-to.ts";
import { asRead, type Row, SimulatedLedger } from "./simulated-ledger.ts";
import { SimulatedMedia, slug, stepMs } from "./simulated-media.ts";
import type { Cause } from "./witness.ts";

/** The outcome for one participant: the charge, the true flow, and the ledger's entries. */
export type Outcome = {
  role: string;
  billedSeconds: number;
  /** For how long media flowed outside the pauses, and how much of it nobody could know of, ms. */
  flowedMs: number;
  unreportedMs: Record<Cause, number>;
  tokens: number;
  /** The receipt's statement of the price, and by how much the fan has less than before. */
  receipt: Pick<ShowReceipt, "steps" | "free_seconds" | "minimum" | "waived" | "tokens">;
  paid: number;
  /** The most that the billed seconds may cost, by the rates that the fan had agreed to when they flowed. */
  tokensMax: number;
  raises: number;
  held: number;
  /** Seconds of which nothing is charged; nothing was charged of those that follow, either. */
  freeSeconds: number;
  onlyFree: boolean;
  wallet: number;
  reason: ShowEnd | null;
  covered: boolean;
  openMsAfterAll: number;
  /** Whom the meter has ended because they stayed away: for how long our side let them come back by then, ms. */
  awaitedMs: number | null;
};

const reportMs = 1_000;
const steps = 2_400;

/**
 * Runs one show with one payer and up to two spies for four minutes of its own clock, with faults drawn from the seed:
 * media lost on either side, playbacks replaced, both gone, the engine or the process killed, the database away, pauses,
 * changed prices, balances and limits that run out, ends by the fan and by the model. The meter and the engine's judgement
 * of what flowed are the real ones.
 */
export async function simulateShow(seed: string): Promise<Outcome[]> {
  const show = new SimulatedShow(seededRandom(seed));
  for (let step = 0; step < steps; step++) await show.step();
  return show.finish();
}

class SimulatedShow {
  readonly #random: Random;
  readonly #ledger: SimulatedLedger;
  readonly #media: SimulatedMedia;
  #nowMs = 1_000_000;
  #databaseAwayMs = 0;
  #processAwayMs = 0;
  #meter: ShowMeter | null = null;
  #pauses = createRoomPauses(() => this.#nowMs);
  #hasBegun = false;
  #report: ReadonlyMap<string, RoomReport> = new Map();
  #engine = reportsTo(() => this.#report);
  readonly #awaited = new Awaited();

  constructor(random: Random) {
    this.#random = random;
    this.#ledger = new SimulatedLedger(random);
    this.#media = new SimulatedMedia(
      random,
      this.#ledger.rows.map(({ fanId }) => fanId),
    );
    for (const { fanId } of this.#ledger.rows) this.#media.connect(fanId, this.#nowMs);
  }

  async step(): Promise<void> {
    const wasPaused = this.#ledger.modelPaused;
    this.#pass();
    await this.#faults();
    await this.#advance(wasPaused);
  }

  /** Everybody is gone: whatever is open ends by itself. */
  async finish(): Promise<Outcome[]> {
    const goneMs = this.#nowMs;
    this.#databaseAwayMs = 0;
    for (const { fanId } of this.#ledger.rows) this.#media.disconnect(fanId, goneMs);
    while (this.#ledger.open().length > 0 && this.#nowMs - goneMs < 60_000) {
      this.#pass();
      await this.#advance(this.#ledger.modelPaused);
    }
    return this.#ledger.rows.map((row) => this.#outcomeOf(row, goneMs));
  }

  #pass(): void {
    this.#nowMs += stepMs;
    this.#databaseAwayMs -= stepMs;
    this.#processAwayMs -= stepMs;
    this.#ledger.isAway = this.#databaseAwayMs > 0;
    // Nobody notices an outage of the database between two questions.
    const isRefused = this.#ledger.isAway && this.#nowMs % reportMs === 0;
    if (isRefused || this.#processAwayMs > 0) this.#awaited.broken(this.#nowMs);
    for (const { fanId } of this.#ledger.rows) this.#awaited.pass(fanId, this.#nowMs);
  }

  async #advance(wasPaused: boolean): Promise<void> {
    const isUp = this.#processAwayMs <= 0;
    const rateOf = (id: number) =>
      this.#ledger.rows.find(({ fanId }) => fanId === id)?.meter.price?.rate ?? 0;
    const isIn = (id: number) =>
      isUp && this.#ledger.rows.some(({ fanId, endedMs }) => fanId === id && endedMs === null);
    this.#media.step(this.#nowMs, wasPaused, { isIn, rateOf });
    if (!isUp) return;
    this.#meter ??= this.#start();
    if (this.#nowMs % reportMs !== 0) return;
    await this.#meter.adopt().catch(() => {});
    this.#report = new Map([[slug, this.#media.report(this.#nowMs)]]);
    // A playback that nobody has taken over yet is only in the engine, whose reports still contain it.
    const { keeper } = this.#meter.lease();
    for (const row of this.#ledger.open()) if (row.keeper === keeper) this.#witnessOf(row.id).reported();
    this.#engine.report();
    for (const { id, fanId } of this.#ledger.rows)
      if (!this.#meter.meterOf(id)?.fanAbsentMs) this.#awaited.seen(fanId);
    // Everything that the meter does about it is done.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #start(): ShowMeter {
    const clock = { now: () => new Date(this.#nowMs), after: () => () => {}, every: () => () => {} };
    this.#engine = reportsTo(() => this.#report);
    const ownSide = watchOwnSide({ clock, media: this.#engine });
    if (this.#hasBegun) ownSide.takeOver();
    this.#pauses = createRoomPauses(() => this.#nowMs);
    const meter = createMeter({
      pauses: this.#pauses,
      owner: onlyNode,
      ownSide,
      clock,
      monotonicMs: () => this.#nowMs,
      log: { error: () => {} },
      reports: {
        rooms: () => this.#report,
        flows: async () => this.#media.flows(this.#nowMs),
        onReport: this.#engine.onReport,
      },
      keep: (lease, progress) =>
        ownSide.asking(async () => {
          const kept = this.#ledger.keep(lease, progress);
          for (const id of kept.keys()) this.#witnessOf(id).kept();
          return kept;
        }),
      slice: (id, at) => ownSide.asking(async () => this.#ledger.slice(id, at)),
      adopt: (...of) => ownSide.asking(async () => this.#ledger.adopt(...of)),
      moved: () => {},
      over: async (one, reason) => {
        this.#awaited.end(one, reason);
        await this.#end(one.id, reason);
      },
    });
    if (!this.#hasBegun)
      for (const row of this.#ledger.rows) {
        row.keeper = meter.lease().keeper;
        row.startedMs = this.#nowMs;
        row.leaseMs = this.#nowMs + 5_000;
        // The row's state of the room, as where a show is opened.
        meter.take({ ...asRead(row), modelPaused: this.#ledger.modelPaused });
      }
    this.#hasBegun = true;
    return meter;
  }

  /** As in the rooms: what has flowed until now is counted, then the show is settled. */
  async #end(id: number, reason: ShowEnd): Promise<void> {
    await this.#meter?.catchUp(slug);
    for (const row of this.#ledger.open()) this.#witnessOf(row.id).reported();
    for (const row of this.#ledger.end(id, reason, this.#nowMs, (one) => this.#lastOf(one))) {
      this.#witnessOf(row.id).kept();
      this.#meter?.drop(row.id);
    }
  }

  #lastOf(row: Row): Meter {
    const { modelPaused } = this.#ledger;
    return (
      this.#meter?.lastOf({ ...asRead(row), modelPaused, startedAt: new Date(row.startedMs) }) ?? row.meter
    );
  }

  async #faults(): Promise<void> {
    const media = this.#media;
    if (media.modelSends ? this.#chance(0.03) : this.#chance(0.3)) media.modelSends = !media.modelSends;
    for (const { fanId } of this.#ledger.rows) this.#change(fanId);
    if (this.#chance(0.004)) this.#everybodyGone();
    if (this.#chance(0.01)) this.#pause();
    if (this.#chance(0.01)) this.#databaseAwayMs = Math.floor(this.#random() * 5_000);
    if (this.#chance(0.004)) this.#kill("engine killed");
    if (this.#chance(0.006)) this.#kill("process killed");
    if (this.#chance(0.01)) this.#raise();
    if (this.#chance(0.002)) await this.#endByPerson();
  }

  /** A fan's playback ends, comes back, or is replaced by another while it still plays. */
  #change(fanId: number): void {
    const [media, nowMs] = [this.#media, this.#nowMs];
    if (!media.isWatching(fanId, nowMs)) {
      if (this.#processAwayMs <= 0 && this.#chance(0.3)) media.connect(fanId, nowMs);
    } else if (this.#chance(0.02)) media.disconnect(fanId, nowMs);
    else if (this.#chance(0.01)) {
      media.disconnect(fanId, nowMs, stepMs * Math.floor(this.#random() * 20));
      media.connect(fanId, nowMs);
    }
  }

  #everybodyGone(): void {
    this.#media.modelSends = false;
    for (const { fanId } of this.#ledger.rows) this.#media.disconnect(fanId, this.#nowMs);
  }

  /** Nothing is kept while the database is away, and nobody is asked while the process is. */
  #pause(): void {
    if (!this.#meter || this.#ledger.isAway) return;
    const before = this.#ledger.modelPaused;
    if (before) this.#pauses.resumed(slug, before);
    else this.#pauses.pausing(slug, before)();
    this.#ledger.modelPaused = !before;
  }

  /** Playbacks go with their engine, and the engine with its process, which loses all that it had not kept. */
  #kill(cause: Cause): void {
    this.#media.kill(cause);
    this.#report = new Map();
    this.#awaited.broken(this.#nowMs);
    this.#engine.end();
    if (cause !== "process killed") return;
    this.#meter = null;
    this.#processAwayMs = 500 + Math.floor(this.#random() * 4_000);
  }

  #raise(): void {
    const row = this.#ledger.open()[0];
    if (!row?.meter.price || this.#ledger.isAway) return;
    const factor = 1 + Math.floor(this.#random() * 4);
    this.#meter?.raisingRate(row.id, row.meter.price.rate);
    this.#ledger.raise(row, row.meter.price.rate * factor + Math.floor(this.#random() * 30), this.#nowMs);
  }

  async #endByPerson(): Promise<void> {
    const open = this.#ledger.open();
    const row = open[Math.floor(this.#random() * open.length)];
    if (!row || !this.#meter || this.#ledger.isAway) return;
    await this.#end(row.id, row.role === "payer" && this.#random() < 0.5 ? "model_ended" : "fan_left");
  }

  #chance(perSecond: number): boolean {
    return this.#random() < (perSecond * stepMs) / 1000;
  }

  #witnessOf(id: number) {
    const witness = this.#media.witnesses.get(this.#ledger.rows[id]?.fanId ?? 0);
    if (!witness) throw new Error(`nobody watches participant ${id}`);
    return witness;
  }

  #outcomeOf(row: Row, goneMs: number): Outcome {
    const { price, servedMs } = row.meter;
    if (!price) throw new Error("every participant pays");
    const paid = Math.max(0, Math.floor(servedMs / 1000) - price.freeSeconds);
    return {
      role: row.role,
      billedSeconds: Math.floor(servedMs / 1000),
      ...this.#witnessOf(row.id).account(stepMs),
      tokens: price.spent,
      receipt: priceParts(row.meter, { minimum: row.minimum, spent: price.spent, end_reason: row.reason }),
      paid: row.tokensBefore - row.wallet,
      tokensMax: Math.floor(this.#witnessOf(row.id).mostUnits(stepMs, paid) / 60),
      raises: row.raises,
      held: price.held,
      freeSeconds: price.freeSeconds,
      onlyFree: price.freeSeconds > 0 && price.units === 0,
      wallet: row.wallet,
      reason: row.reason,
      covered: row.covered,
      awaitedMs: this.#awaited.byItsEnd(row.id),
      openMsAfterAll: (row.endedMs ?? Number.POSITIVE_INFINITY) - goneMs,
    };
  }
}

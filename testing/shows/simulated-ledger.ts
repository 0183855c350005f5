import type { ShowEnd } from "#contract/show-state.ts";
import { DatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import type { Random } from "#server/kit/random.ts";
import type { Metered } from "#server/shows/meter/meter-types.ts";
import { finalPrice, type Meter, nextSlice, stepsUntil } from "#server/shows/rules/meter.ts";
import type { Kept, Lease, Progress } from "#server/shows/store/participants-store.ts";
import { slug } from "./simulated-media.ts";

/** A participant as the database has them. */
export type Row = Metered & {
  startedMs: number;
  leaseMs: number;
  keeper: string;
  wallet: number;
  /** The tokens that the fan's own limit still lets through. */
  allowed: number;
  endedMs: number | null;
  reason: ShowEnd | null;
  minimum: number;
  /** Since when the rate stands that the fan agreed to; null: since it began. */
  rateSince: Date | null;
  /** The fan's tokens at the beginning, with the reserved ones. */
  tokensBefore: number;
  /** How often the fan agreed to a higher rate. */
  raises: number;
  /** At the end: would what was agreed to and what the fan had have covered another second? */
  covered: boolean;
};

/** The rows of a show's participants and their tokens: a model of what the database promises. */
export class SimulatedLedger {
  readonly rows: Row[];
  modelPaused = false;
  isAway = false;

  constructor(random: Random) {
    this.rows = [0, 1, 2].slice(0, 1 + Math.floor(random() * 3)).map((id) => newRow(id, random));
  }

  open(): Row[] {
    return this.rows.filter((row) => row.endedMs === null);
  }

  keep({ keeper, leaseUntil }: Lease, progress: readonly Progress[]) {
    this.#assertHere();
    const kept = new Map<number, Kept>();
    for (const { id, units, steps, pause, rate, ...progressed } of progress) {
      const row = this.rows[id];
      if (!row || row.endedMs !== null || row.keeper !== keeper) continue;
      const { price } = row.meter;
      const ofRate = rate === price?.rate ? progressed.servedMs : wholeMs(progressed.servedMs);
      const servedMs = Math.max(row.meter.servedMs, ofRate);
      const paid = price && units > price.units ? { ...price, units, steps } : price;
      row.meter = { ...row.meter, servedMs, pause, price: paid };
      row.leaseMs = leaseUntil.getTime();
      kept.set(id, { rate: price?.rate ?? null, rateSince: row.rateSince, ...this.#state });
    }
    return kept;
  }

  slice(id: number, at: Meter) {
    this.#assertHere();
    const row = this.rows[id];
    if (!row || row.endedMs !== null || !row.meter.price || !at.price) return null;
    const { spent, held } = row.meter.price;
    const wanted = nextSlice({ ...at, price: { ...at.price, spent, held } });
    const extend = Math.min(wanted.extend, row.wallet, row.allowed);
    const limited = row.allowed < Math.min(wanted.extend, row.wallet);
    row.wallet -= extend;
    row.allowed -= extend;
    const funds = { spent: spent + wanted.capture, held: held - wanted.capture + extend };
    row.meter = {
      ...row.meter,
      price: { ...row.meter.price, ...funds, units: at.price.units, steps: at.price.steps },
    };
    return { ...funds, limited };
  }

  adopt({ keeper, leaseUntil, now }: Lease, running: readonly number[]) {
    this.#assertHere();
    const mine = (row: Row) => row.keeper === keeper && running.includes(row.id);
    const taken = this.open().filter((row) => !mine(row) && row.leaseMs <= now.getTime());
    for (const row of taken) Object.assign(row, { keeper, leaseMs: leaseUntil.getTime() });
    return taken.map((row) => ({
      ...asRead(row),
      modelPaused: this.modelPaused,
      startedAt: new Date(row.startedMs),
    }));
  }

  /**
   * Settles one participant, or all where it is the payer's end; `lastOf` is the state of each by the process. Answers
   * whom.
   */
  end(id: number, reason: ShowEnd, nowMs: number, lastOf: (row: Row) => Meter): Row[] {
    this.#assertHere();
    const whole = this.rows[id]?.role === "payer";
    const ended = whole ? this.open() : this.open().filter((one) => one.id === id);
    for (const row of ended) {
      settle(row, lastOf(row), row.role === "spy" && whole ? "show_over" : reason);
      row.endedMs = nowMs;
    }
    return ended;
  }

  /** A fan has agreed to a higher rate. */
  raise(row: Row, rate: number, nowMs: number): void {
    this.#assertHere();
    if (!row.meter.price) return;
    row.raises += 1;
    row.rateSince = new Date(nowMs);
    row.minimum = Math.min(row.minimum, rate);
    row.meter = {
      ...row.meter,
      servedMs: wholeMs(row.meter.servedMs),
      price: { ...row.meter.price, rate },
    };
  }

  get #state() {
    return { modelPaused: this.modelPaused, offerExpired: false };
  }

  #assertHere(): void {
    if (this.isAway) throw new DatabaseUnavailable(new Error("the database is away"));
  }
}

/** A row as it is read: what flows from then on is charged at the rate that stands. */
export function asRead(row: Row): Row {
  const { meter, rateSince, startedMs } = row;
  const { price } = meter;
  const sinceMs = rateSince?.getTime() ?? startedMs;
  const steps = price && stepsUntil(price.steps, price.rate, sinceMs);
  return { ...row, meter: { ...meter, price: price && { ...price, steps: steps ?? undefined } } };
}

const wholeMs = (servedMs: number) => Math.floor(servedMs / 1000) * 1000;

function settle(row: Row, seen: Meter, reason: ShowEnd): void {
  const { price } = row.meter;
  if (!price || !seen.price) return;
  const last = { ...seen, price: { ...seen.price, spent: price.spent, held: price.held } };
  const spent = finalPrice(last, { minimum: row.minimum, reason });
  row.covered = coversAnotherSecond(last, row);
  row.wallet += price.spent + price.held - spent;
  row.meter = { ...last, price: { ...last.price, spent, held: 0 } };
  row.reason = reason;
}

function coversAnotherSecond({ servedMs, limitMs, price }: Meter, { wallet, allowed }: Row): boolean {
  if (!price) return true;
  const seconds = Math.floor(servedMs / 1000);
  if (limitMs !== null && (seconds + 1) * 1000 > limitMs) return false;
  const units = price.units + (seconds < price.freeSeconds ? 0 : price.rate);
  const reach = price.spent + price.held + Math.min(wallet, allowed);
  if (seconds >= price.freeSeconds && reach === 0) return false;
  return Math.floor(units / 60) <= Math.min(reach, price.capTokens ?? reach);
}

function newRow(id: number, random: Random): Row {
  const role = id === 0 ? ("payer" as const) : ("spy" as const);
  const rate = 20 + Math.floor(random() * 200);
  const capTokens = random() < 0.3 ? rate + Math.floor(random() * 400) : null;
  // A spy begins with a free look, for which nothing is set aside.
  const held = role === "spy" ? 0 : Math.min(rate, capTokens ?? rate);
  const wallet = Math.floor(random() * 600);
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
      price: { rate, freeSeconds: role === "spy" ? 10 : 0, units: 0, steps: [], spent: 0, held, capTokens },
    },
    startedMs: 0,
    leaseMs: 0,
    keeper: "",
    wallet,
    tokensBefore: wallet + held,
    allowed: random() < 0.2 ? Math.floor(random() * 300) : Number.POSITIVE_INFINITY,
    endedMs: null,
    reason: null,
    minimum: role === "payer" && random() < 0.3 ? Math.ceil(random() * held) : 0,
    rateSince: null,
    raises: 0,
    covered: true,
  };
}

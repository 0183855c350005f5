import type { ShowEnd } from "#contract/show-state.ts";
import {
  advance,
  atRate,
  isShort,
  isSliceDue,
  leftOut,
  type Flowed,
  type Meter,
  raiseRate,
  secondsServed,
  serve,
  type Sight,
} from "../rules/meter.ts";
import type { Kept } from "../store/participants-store.ts";
import type { Metered } from "./meter-types.ts";
import type { Funds } from "./show-money.ts";

/** Pages keep counting for this long without an event, and little longer (`web/entities/show/use-show-clock.ts`). */
const publishEverySeconds = 5;
/** A show ends after this many failed charges in a row, a second apart. */
const failuresMax = 3;

/** How one participant's meter runs in this process. */
export type MeterState = Metered & {
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
  /** Pages have not been shown yet that it stands still, goes on, or has another number of spies. */
  changed: boolean;
};

/** The events of a running meter. Times are ms since the epoch. */
export type MeterEvent =
  /** The media engine has reported; `awayMs` is that of {@link awaySince}. */
  | { kind: "seen"; sight: Sight; awayMs: number | null; nowMs: number }
  /** Media has flowed that no report has brought yet. */
  | { kind: "flowed"; flowed: Flowed }
  /** Another number of spies watches the show. */
  | { kind: "spies_changed" }
  /** The database has the meter, and answers what it knows. `rates`: how often the rate had changed when it was asked. */
  | { kind: "kept"; kept: Kept; rates: number; nowMs: number }
  | { kind: "rate_lowered"; rate: number; nowMs: number }
  | { kind: "charged"; funds: Funds }
  | { kind: "charge_failed"; isOutage: boolean }
  /** Pages are shown how far it has come. */
  | { kind: "shown" };

/** From now on a second costs more: what flowed until now, and is reported later, costs `rate`. */
export type MeterEffect = { kind: "cost_rose"; rate: number; restMs: number };

type MeterStep = { state: MeterState; effects: readonly MeterEffect[] };

/** A meter that begins to run. */
export const begun = (participant: Metered, nowMs: number): MeterState => ({
  ...participant,
  seenMs: nowMs,
  awayMs: null,
  publishedSeconds: 0,
  over: null,
  rates: 0,
  raised: false,
  leftOutMs: 0,
  failures: 0,
  changed: false,
});

/** A meter after an event, and what follows from it for the watch over the fan's media. */
export function meterAfter(state: MeterState, event: MeterEvent): MeterStep {
  switch (event.kind) {
    case "seen":
      return only(seen(state, event));
    case "flowed":
      return only(moved(state, serve(state.meter, event.flowed), event.flowed));
    case "spies_changed":
      return only({ ...state, changed: true });
    case "kept":
      return kept(state, event);
    case "rate_lowered":
      return isLower(state, event.rate) ? rateChanged(state, event.rate, event.nowMs) : only(state);
    case "charged":
      return only(charged(state, event.funds));
    case "charge_failed":
      return only(chargeFailed(state, event.isOutage));
    case "shown":
      return only({ ...state, changed: false, publishedSeconds: secondsServed(state.meter) });
  }
}

/** Since when the fan has been away, ms since the epoch; null: they are connected. */
export const awaySince = ({ awayMs, seenMs }: MeterState, isConnected: boolean): number | null =>
  isConnected ? null : (awayMs ?? seenMs);

/** Is it time to charge what is due and to set more aside? */
export const isChargeDue = ({ meter, over, raised }: MeterState): boolean =>
  over === null && (isShort(meter) || isSliceDue(meter) || raised);

/** Is it time to show pages how far it has come? */
export const isShowDue = ({ meter, changed, publishedSeconds }: MeterState): boolean =>
  changed || secondsServed(meter) - publishedSeconds >= publishEverySeconds;

function seen(
  state: MeterState,
  { sight, awayMs, nowMs }: Extract<MeterEvent, { kind: "seen" }>,
): MeterState {
  const { meter, over } = advance(state.meter, sight);
  return {
    ...moved(state, meter, sight),
    changed: state.changed || state.meter.pause !== meter.pause,
    over: state.over ?? over,
    seenMs: nowMs,
    awayMs,
  };
}

const moved = (state: MeterState, meter: Meter, flowed: Flowed): MeterState => ({
  ...state,
  meter,
  leftOutMs: state.leftOutMs + leftOut(state.meter, meter, flowed),
});

function kept(state: MeterState, { kept, rates, nowMs }: Extract<MeterEvent, { kind: "kept" }>): MeterStep {
  // Where the rate was changed here after this read, the next read brings it.
  const step =
    state.rates === rates && kept.rate !== null
      ? rateChanged(state, kept.rate, kept.rateSince?.getTime() ?? nowMs)
      : only(state);
  if (!kept.offerExpired) return step;
  return { ...step, state: { ...step.state, over: step.state.over ?? "price_declined" } };
}

const isLower = ({ meter: { price } }: MeterState, rate: number) => price !== null && rate < price.rate;

function rateChanged(state: MeterState, rate: number, sinceMs: number): MeterStep {
  const { price } = state.meter;
  if (!price || price.rate === rate) return only(state);
  const changed = { ...state, rates: state.rates + 1 };
  if (rate < price.rate) {
    const meter = { ...state.meter, price: atRate(price, rate, sinceMs) };
    return only({ ...changed, raised: false, meter });
  }
  const { meter, restMs } = raiseRate(state.meter, rate, sinceMs);
  return {
    state: { ...changed, raised: true, leftOutMs: 0, meter },
    effects: [{ kind: "cost_rose", rate: price.rate, restMs }],
  };
}

/** The show is over when the tokens that are set aside then cover no second. */
function charged(state: MeterState, { limited, ...paid }: Funds): MeterState {
  const { price } = state.meter;
  const meter = price ? { ...state.meter, price: { ...price, ...paid } } : state.meter;
  const settled = { ...state, failures: 0, raised: false, leftOutMs: 0 };
  return isShort(meter)
    ? { ...settled, meter, over: state.over ?? (limited ? "limit_reached" : "out_of_tokens") }
    : { ...settled, meter: serve(meter, { flowedMs: state.leftOutMs }) };
}

/**
 * An outage passes, and the seconds of that time are charged afterwards. A show that cannot be charged for another
 * reason ends.
 */
function chargeFailed(state: MeterState, isOutage: boolean): MeterState {
  const failures = isOutage ? state.failures : state.failures + 1;
  return { ...state, failures, over: failures >= failuresMax ? (state.over ?? "failed") : state.over };
}

const only = (state: MeterState): MeterStep => ({ state, effects: [] });

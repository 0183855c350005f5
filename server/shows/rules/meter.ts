import type { PauseReason, ShowEnd } from "#contract/show-state.ts";

/** Charged seconds at one rate, and since when it stood, ms since the epoch. */
export type Step = { from: number; rate: number; seconds: number };

/** A participant's price so far. Tokens are whole, rates are for a minute. */
export type Price = {
  rate: number;
  /** Seconds at the beginning that cost nothing. */
  freeSeconds: number;
  /** The rates of all charged seconds, added up: a sixtieth is the price in tokens. */
  units: number;
  /**
   * The seconds by rate, in their order; the last rate is the one that stands. Without them it is not known which
   * rates stood.
   */
  steps?: readonly Step[] | undefined;
  /** Tokens charged so far, and what is set aside for more. */
  spent: number;
  held: number;
  /** The most that the fan agreed to pay; null: what they have. */
  capTokens: number | null;
};

/** How a participant's meter stands. `limitMs` is null without a limit of time; `price` in a promo. */
export type Meter = {
  servedMs: number;
  limitMs: number | null;
  pause: PauseReason | null;
  /** For how long the fan has not been connected though they could have been. */
  fanAbsentMs: number;
  price: Price | null;
};

/**
 * The media that flowed from the model to the fan while the model had not paused, and nobody counted yet: ms at the
 * rate that stands, and whole seconds from before the fan agreed to it, at the rate of then.
 */
export type Flowed = { flowedMs: number; before?: { seconds: number; rate: number } | undefined };

/** The observation of a show since the meter was read last, on the server's clock. */
export type Sight = Flowed & {
  modelMedia: boolean;
  fanConnected: boolean;
  modelPaused: boolean;
  /** For how long media was sent to the fan that did not reach them; what comes makes up for some of it. */
  missedMs: number;
  /** For how long the fan has been away by now, as far as our side was there for them; see `own-outages.ts`. */
  absentMs: number;
};

export type Advanced = { meter: Meter; over: ShowEnd | null };

/** Without a report of the engine for this long nobody knows what is sent. */
export const silenceMsMax = 2_500;
/** A fan who has been away for this long has left, or the model has, whose media are gone: nobody could be there. */
export const fanAbsentMsMax = 20_000;
/**
 * One who has missed so much of what was sent has left, as one who is silent for 8 s and then away: who only reports that
 * nothing comes cannot watch for longer unpaid.
 */
export const missedMsMax = 8_000 + fanAbsentMsMax;

/** Moves a meter on, and answers why it stands still and whether it is over. */
export function advance(meter: Meter, sight: Sight): Advanced {
  const { modelMedia, fanConnected, modelPaused, absentMs } = sight;
  const serving = modelMedia && fanConnected && !modelPaused;
  const pause = serving ? null : pauseOf(sight);
  const fanAbsentMs = fanConnected ? 0 : absentMs;
  const moved = { ...serve(meter, sight), pause, fanAbsentMs };
  return { meter: moved, over: whyOver(moved, sight) };
}

/**
 * The meter after so much more of media from the model to the fan. It stops to the second at the limit, at the cap and where
 * what is set aside is used up.
 */
export function serve(meter: Meter, { flowedMs, before }: Flowed): Meter {
  const { price } = meter;
  if (!before) return serveMs(meter, flowedMs);
  if (!price) return serveMs(meter, before.seconds * 1000 + flowedMs);
  const then = serveMs({ ...meter, price: { ...price, rate: before.rate } }, before.seconds * 1000);
  return serveMs({ ...then, price: then.price && { ...then.price, rate: price.rate } }, flowedMs);
}

/**
 * The meter once it costs more, and what is left of the second that had begun, ms: no second is paid for at a rate that its
 * fan agreed to when some of it had flowed.
 */
export function raiseRate(meter: Meter, rate: number, sinceMs: number): { meter: Meter; restMs: number } {
  const wholeMs = secondsServed(meter) * 1000;
  const price = meter.price && atRate(meter.price, rate, sinceMs);
  return { meter: { ...meter, servedMs: wholeMs, price }, restMs: meter.servedMs - wholeMs };
}

/** Kept steps with that of the rate which stands since `sinceMs` as the last one. */
export function stepsUntil(
  kept: readonly Step[] | null | undefined,
  rate: number,
  sinceMs: number,
): readonly Step[] | undefined {
  if (!kept || kept.at(-1)?.rate === rate) return kept ?? undefined;
  return [...kept, { from: sinceMs, rate, seconds: 0 }];
}

/** The price at another rate, which stands since `sinceMs`, ms since the epoch. */
export function atRate(price: Price, rate: number, sinceMs: number): Price {
  const { steps } = price;
  if (!steps) return { ...price, rate };
  // The latest media may be reported later, at the rate before; of the earlier rates only those count that were
  // charged.
  const kept = steps.filter(({ seconds }, at) => seconds > 0 || at === steps.length - 1);
  return { ...price, rate, steps: [...kept, { from: sinceMs, rate, seconds: 0 }] };
}

function serveMs(meter: Meter, flowedMs: number): Meter {
  const reach = Math.min(meter.limitMs ?? Number.POSITIVE_INFINITY, coveredMs(meter));
  const servedMs = Math.max(meter.servedMs, Math.min(meter.servedMs + flowedMs, reach));
  return { ...meter, servedMs, price: charged(meter, servedMs) };
}

function pauseOf({ modelPaused, modelMedia }: Sight): PauseReason {
  if (modelPaused) return "model_paused";
  return modelMedia ? "fan_media_lost" : "model_media_lost";
}

function whyOver(meter: Meter, { missedMs }: Sight): ShowEnd | null {
  if (meter.limitMs !== null && meter.servedMs >= meter.limitMs)
    return meter.price ? "cap_reached" : "used_up";
  if (meter.price && secondsWithin(meter, meter.price.capTokens) === 0) return "cap_reached";
  if (missedMs >= missedMsMax) return "fan_left";
  if (meter.fanAbsentMs < fanAbsentMsMax) return null;
  return meter.pause === "model_media_lost" ? "model_left" : "fan_left";
}

/** The price once that much is served: each whole second that is not free costs the rate that stands. */
function charged({ price, servedMs: before }: Meter, servedMs: number): Price | null {
  if (!price) return null;
  const seconds = paidSeconds(servedMs, price) - paidSeconds(before, price);
  const { rate, steps } = price;
  return { ...price, units: price.units + seconds * rate, steps: steps && chargedAt(steps, rate, seconds) };
}

/** The steps after so many more seconds at a rate: at the one that stands, or one before it, of which flow is reported late. */
function chargedAt(steps: readonly Step[], rate: number, seconds: number): readonly Step[] {
  if (seconds === 0) return steps;
  const at = steps.findLastIndex((step) => step.rate === rate);
  const step = steps[at];
  if (step) return steps.with(at, { ...step, seconds: step.seconds + seconds });
  const from = steps.at(-1)?.from ?? 0;
  return [...steps.slice(0, -1), { from, rate, seconds }, ...steps.slice(-1)];
}

const paidSeconds = (servedMs: number, { freeSeconds }: Price) =>
  Math.max(0, Math.floor(servedMs / 1000) - freeSeconds);

/** How many more paid seconds a sum of tokens covers; the last token is used up before they end. */
function secondsFor(price: Price, tokens: number): number {
  return Math.max(0, Math.floor((60 * (tokens + 1) - 1 - price.units) / price.rate));
}

/** How many more seconds, free ones included, until a sum of tokens is used up; without any the free ones only. */
function secondsWithin(meter: Meter, tokens: number | null): number {
  const { price } = meter;
  if (!price || tokens === null) return Number.POSITIVE_INFINITY;
  return freeSecondsLeft(meter) + (tokens === 0 ? 0 : secondsFor(price, tokens));
}

function freeSecondsLeft({ price, servedMs }: Meter): number {
  return price ? Math.max(0, price.freeSeconds - Math.floor(servedMs / 1000)) : 0;
}

/** Are the free seconds over, and nothing is set aside for those that follow? */
export function isFreeLookOver(meter: Meter): boolean {
  const { price } = meter;
  if (!price || price.freeSeconds === 0) return false;
  return freeSecondsLeft(meter) === 0 && price.spent + price.held === 0;
}

/**
 * How much of what flowed a meter left out because its free look was over, ms at the rate that stands: to be served once
 * something is set aside for it. `before` is the meter without it.
 */
export function leftOut(before: Meter, after: Meter, { flowedMs, before: cheaper }: Flowed): number {
  if (!isFreeLookOver(after)) return 0;
  const allMs = flowedMs + (cheaper?.seconds ?? 0) * 1000;
  return Math.max(0, Math.min(flowedMs, allMs - (after.servedMs - before.servedMs)));
}

/** How many more seconds are covered by what is set aside, and by the cap. */
function secondsCovered(meter: Meter): number {
  const { price } = meter;
  if (!price) return Number.POSITIVE_INFINITY;
  return Math.min(secondsWithin(meter, price.spent + price.held), secondsWithin(meter, price.capTokens));
}

/** Is not one more second covered by what is set aside? */
export function isShort(meter: Meter): boolean {
  return secondsCovered(meter) === 0;
}

function coveredMs(meter: Meter): number {
  return (Math.floor(meter.servedMs / 1000) + secondsCovered(meter)) * 1000;
}

/** Whole tokens that the served seconds cost, in the fan's favour. */
export function tokensDue(meter: Pick<Meter, "price">): number {
  return meter.price ? Math.floor(meter.price.units / 60) : 0;
}

/**
 * The amounts to charge and to set aside now, so that at most a minute's price lies aside: `capture` is due, `extend`
 * is wanted, less if the fan has less. Nothing while enough is set aside and little is due, or seconds are free.
 */
export function nextSlice(meter: Meter): { capture: number; extend: number } {
  const { price } = meter;
  if (!price || freeSecondsLeft(meter) > 0) return { capture: 0, extend: 0 };
  const capture = Math.floor(price.units / 60) - price.spent;
  const left = price.held - capture;
  const capLeft = price.capTokens === null ? price.rate : price.capTokens - price.spent - price.held;
  const extend = Math.max(0, Math.min(price.rate - left, capLeft));
  return { capture: Math.max(0, capture), extend };
}

/** Is it time for a slice? When half of what is set aside is due. */
export function isSliceDue(meter: Meter): boolean {
  const { price } = meter;
  if (!price) return false;
  const { capture } = nextSlice(meter);
  return capture > 0 && capture * 2 >= Math.min(price.held, price.rate);
}

/** Ends in which a fan who agreed to a minimum owes it: those that were theirs. */
const byFan = new Set<ShowEnd>(["fan_left", "cap_reached", "out_of_tokens", "limit_reached"]);

type Ending = { minimum: number; reason: ShowEnd };

/** The least charge that is owed: the minimum agreed to, if something was served that costs and the fan ended it. */
export function owedMinimum({ price }: Pick<Meter, "price">, { minimum, reason }: Ending): number {
  return price && price.units > 0 && byFan.has(reason) ? minimum : 0;
}

/** The full price of a participant: the served seconds, or the minimum that is owed. */
export function finalPrice(meter: Meter, ending: Ending): number {
  if (!meter.price) return 0;
  const charged = Math.max(tokensDue(meter), owedMinimum(meter, ending));
  return Math.max(meter.price.spent, Math.min(charged, meter.price.spent + meter.price.held));
}

/** Whole seconds that were served; a second that has begun is the fan's. */
export function secondsServed(meter: Pick<Meter, "servedMs">): number {
  return Math.floor(meter.servedMs / 1000);
}

/** Seconds that are left by limit, cap and tokens, `balance` being what the fan could add; null without any limit. */
export function secondsLeft(meter: Meter, balance = 0): number | null {
  const { price, limitMs, servedMs } = meter;
  const byTime = limitMs === null ? Number.POSITIVE_INFINITY : Math.ceil((limitMs - servedMs) / 1000);
  const byTokens = price
    ? secondsWithin(meter, price.spent + price.held + balance)
    : Number.POSITIVE_INFINITY;
  const left = Math.min(byTime, byTokens, secondsWithin(meter, price?.capTokens ?? null));
  return Number.isFinite(left) ? left : null;
}

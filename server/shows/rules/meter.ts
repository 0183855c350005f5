import type { PauseReason } from "#contract/realtime-events.ts";

/** How a show's meter stands. `limitMs` is null for a show that has no end of its own. */
export type Meter = {
  servedMs: number;
  limitMs: number | null;
  pause: PauseReason | null;
  /** For how long the fan has not been connected. */
  fanAbsentMs: number;
};

/** What was seen of a show since the meter was read last, on the server's clock. */
export type Sight = { modelMedia: boolean; fanConnected: boolean; elapsedMs: number };

export type Advanced = { meter: Meter; over: "used_up" | "fan_left" | null };

/** A gap between two sights longer than this is not served time: nobody knows what happened in it. */
export const gapMsMax = 2_500;
/** A fan who has been away for this long has left. */
export const fanAbsentMsMax = 20_000;

/** Moves a meter on: it runs only while her media comes in and the fan's playback is connected. */
export function advance(meter: Meter, { modelMedia, fanConnected, elapsedMs }: Sight): Advanced {
  const serving = modelMedia && fanConnected;
  const servedMs = meter.servedMs + (serving ? Math.min(elapsedMs, gapMsMax) : 0);
  const fanAbsentMs = fanConnected ? 0 : meter.fanAbsentMs + elapsedMs;
  const pause = serving ? null : modelMedia ? "fan_media_lost" : "model_media_lost";
  if (meter.limitMs !== null && servedMs >= meter.limitMs)
    return { meter: { ...meter, servedMs: meter.limitMs, pause, fanAbsentMs }, over: "used_up" };
  const over = fanAbsentMs >= fanAbsentMsMax ? "fan_left" : null;
  return { meter: { ...meter, servedMs, pause, fanAbsentMs }, over };
}

/** Whole seconds that were served; a second that has begun is the fan's. */
export function secondsServed(meter: Pick<Meter, "servedMs">): number {
  return Math.floor(meter.servedMs / 1000);
}

/** Seconds that are left; null without a limit. */
export function secondsLeft({ servedMs, limitMs }: Pick<Meter, "servedMs" | "limitMs">): number | null {
  return limitMs === null ? null : Math.ceil((limitMs - servedMs) / 1000);
}

import type { Studio } from "#contract/studio.ts";
import type { WhipPhase } from "#web/lib/media/whip/whip-state.ts";

/**
 * Where the room stands for its model: off · connecting · here (this browser publishes) · reconnecting ·
 * elsewhere (another encoder publishes) · silent (it is connected, and nothing comes of it).
 */
export type Onair = "off" | "connecting" | "here" | "reconnecting" | "elsewhere" | "silent";

/** The page's own broadcast comes first; otherwise the server knows whether somebody else broadcasts. */
export function onairOf(studio: Pick<Studio, "publishing" | "stream">, whip: WhipPhase): Onair {
  if (whip === "live") return "here";
  if (whip === "connecting" || whip === "reconnecting") return whip;
  const { connected, receiving } = studio.publishing;
  if (!connected) return "off";
  // One who has just taken another's place in a room that is on air is reported in a moment.
  return receiving || studio.stream.status === "began" ? "elsewhere" : "silent";
}

/** Whole seconds since the stream began; null while it is not live. Never negative, whatever the clocks say. */
export function liveSeconds(studio: Pick<Studio, "live_since">, now: Date): number | null {
  if (studio.live_since === null) return null;
  return Math.max(0, Math.floor((now.getTime() - new Date(studio.live_since).getTime()) / 1000));
}

/** How far a goal has come, 0 to 100 percent. */
export function goalPercent({ reached, target }: { reached: number; target: number }): number {
  return Math.min(100, Math.max(0, Math.floor((reached / target) * 100)));
}

import type { Logger } from "pino";
import { monotonicMs, OwnerAway } from "#server/kit/nodes/ownership.ts";
import { refuse } from "#server/kit/result.ts";
import type { Owned } from "../owned-media.ts";
import type { LivekitSettings } from "./livekit-api.ts";
import { type LivekitMedia, openLivekit } from "./livekit-media.ts";

/** LiveKit's media as a node has them only while it owns them. */
export type OwnedLivekit = LivekitMedia & Owned;

/**
 * Makes the {@link OwnedLivekit} of a node; rejects when LiveKit cannot be reached or does not take our keys. Publishers stay
 * when another node takes over; viewers, whose signalling passes through the owner, come again. While the node does not own the
 * media nobody publishes or watches by it, and to end somebody's session fails: they are elsewhere.
 */
export async function ownedLivekit(
  settings: LivekitSettings,
  log: Pick<Logger, "info" | "warn" | "error">,
): Promise<OwnedLivekit> {
  let endsAt = 0;
  const isMine = () => monotonicMs() < endsAt;
  const { check, ...livekit } = openLivekit(settings, log, isMine);
  await check();
  const asOwner =
    <Args extends unknown[]>(call: (...of: Args) => Promise<void>) =>
    async (...of: Args) => {
      if (!isMine()) throw new OwnerAway("the media are another node's");
      await call(...of);
    };
  return {
    ...livekit,
    async begin(until) {
      endsAt = Math.max(endsAt, until);
      await livekit.begin();
    },
    extend(until) {
      endsAt = until;
    },
    async end() {
      endsAt = 0;
      await livekit.end();
    },
    publish: async (...of) => (isMine() ? livekit.publish(...of) : refuse("engine_down")),
    endViewers: asOwner(livekit.endViewers),
    endViewersEverywhere: asOwner(livekit.endViewersEverywhere),
    endPublisher: asOwner(livekit.endPublisher),
    hold: asOwner(livekit.hold),
    // A node without the media lacks nothing of its own.
    healthy: () => !isMine() || livekit.healthy(),
  };
}

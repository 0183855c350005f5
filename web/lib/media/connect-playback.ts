import {
  connectWhep,
  type OnLost,
  type LayerPreference,
  type WhepAddress,
  type WhepNeeds,
  type WhepOutcome,
} from "./whep/whep-connection.ts";
import type { Rung } from "./whep/whep-state.ts";

/** `no_rung`: the server has no such way to this room. */
type PlaybackOutcome = WhepOutcome | { ok: false; refusal: "no_rung" };

/**
 * Opens a receive-only session by a rung of the ladder, and by the protocol that the address names; see {@link connectWhep}.
 * Never throws.
 */
export async function connectPlayback(
  needs: WhepNeeds,
  rung: Rung,
  address: WhepAddress,
  layer: LayerPreference,
  onLost: OnLost,
): Promise<PlaybackOutcome> {
  if (rung === "webrtc" && address.protocol !== "livekit") return connectWhep(needs, address, layer, onLost);
  try {
    if (rung === "webrtc") {
      const { connectLivekit } = await import("./livekit/livekit-connection.ts");
      return await connectLivekit(needs, address, layer, onLost);
    }
    if (address.protocol === "livekit") return { ok: false, refusal: "no_rung" };
    const { connectFrames } = await import("./frames/frames-connection.ts");
    return await connectFrames(needs, address, layer, onLost);
  } catch {
    // The page may be older than what the server has.
    return { ok: false, refusal: "unreachable" };
  }
}

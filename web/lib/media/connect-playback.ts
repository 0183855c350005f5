import { connectWhep, type WhepOutcome } from "./whep/whep-connection.ts";

/** Opens a receive-only session by the protocol that the address names; see {@link connectWhep}. */
export async function connectPlayback(
  ...[needs, address, ...rest]: Parameters<typeof connectWhep>
): Promise<WhepOutcome> {
  if (address.protocol !== "livekit") return connectWhep(needs, address, ...rest);
  try {
    const { connectLivekit } = await import("./livekit/livekit-connection.ts");
    return await connectLivekit(needs, address, ...rest);
  } catch {
    // The page may be older than what the server has.
    return { ok: false, refusal: "unreachable" };
  }
}

import type { Finding } from "../no-picture.ts";
import type { WhepRefusal } from "./whep-connection.ts";
import type { Playback } from "./whep-state.ts";

/** Why a session brought no picture; null: not known. `isCertain`: the server has said so, or the browser. */
export type Failure = { found: Finding | null; isCertain: boolean };

/** Whether HTTPS may bring the picture that WebRTC did not: it needs no other port, and knows other codecs. */
export function isMended({ rung, rungs }: Pick<Playback, "rung" | "rungs">, found: Finding | null): boolean {
  const isOfWebRtc = found === "network" || found === "format" || found === "relay_refused";
  return rung === "webrtc" && rungs.includes("https") && isOfWebRtc;
}

/** The cause that a refusal shows. A socket that was not opened only suggests that the network is the cause. */
export function failureOf(
  { rung }: Pick<Playback, "rung">,
  refusal: Exclude<WhepRefusal, "no_publisher">,
): Failure {
  if (refusal === "unreachable" || refusal === "unauthorized") return { found: null, isCertain: false };
  const isConcluded = refusal === "server_away" || (refusal === "network" && rung === "https");
  return { found: refusal, isCertain: !isConcluded };
}

import type { NoPicture } from "../no-picture.ts";
import type { WhepRefusal } from "./whep-connection.ts";
import type { Playback } from "./whep-state.ts";

/** Why a session brought no picture; null: not known. `isCertain`: the server has said so, or the browser. */
export type Failure = { cause: NoPicture | null; isCertain: boolean };

/** Whether HTTPS may bring the picture that WebRTC did not: it needs no other port, and knows other codecs. */
export function isMended(
  { rung, rungs }: Pick<Playback, "rung" | "rungs">,
  cause: NoPicture | null,
): boolean {
  return rung === "webrtc" && rungs.includes("https") && (cause === "network" || cause === "format");
}

/** The cause that a refusal shows. A socket that was not opened only suggests that the network is the cause. */
export function failureOf(
  { rung }: Pick<Playback, "rung">,
  refusal: Exclude<WhepRefusal, "no_publisher">,
): Failure {
  if (refusal === "unreachable" || refusal === "unauthorized") return { cause: null, isCertain: false };
  const isConcluded = refusal === "server_away" || (refusal === "network" && rung === "https");
  return { cause: refusal, isCertain: !isConcluded };
}

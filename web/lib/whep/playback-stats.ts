/** What a viewer's statistics say about the picture. */
export type PlaybackFacts = {
  /** Frames decoded since the connection was made. */
  framesDecoded: number;
  /** Time a frame waits in the jitter buffer plus half a round trip; null until both are known. */
  latencyMs: number | null;
};

type InboundVideo = {
  type: "inbound-rtp";
  kind: string;
  framesDecoded?: number;
  jitterBufferDelay?: number;
  jitterBufferEmittedCount?: number;
};
type CandidatePair = { type: "candidate-pair"; nominated?: boolean; currentRoundTripTime?: number };

/** Reads the facts out of an `RTCStatsReport` (W3C webrtc-stats: seconds, counted from the start). */
export function readPlaybackStats(report: Iterable<[string, unknown]>): PlaybackFacts {
  let framesDecoded = 0;
  let bufferMs: number | null = null;
  let roundTripMs: number | null = null;
  for (const [, entry] of report) {
    const stat = entry as InboundVideo | CandidatePair;
    if (stat.type === "inbound-rtp" && stat.kind === "video") {
      framesDecoded = stat.framesDecoded ?? 0;
      bufferMs = meanBufferMs(stat);
    }
    if (stat.type === "candidate-pair" && stat.nominated && stat.currentRoundTripTime !== undefined) {
      roundTripMs = stat.currentRoundTripTime * 1000;
    }
  }
  const known = bufferMs !== null && roundTripMs !== null;
  return { framesDecoded, latencyMs: known ? (bufferMs ?? 0) + (roundTripMs ?? 0) / 2 : null };
}

function meanBufferMs({ jitterBufferDelay, jitterBufferEmittedCount }: InboundVideo): number | null {
  if (jitterBufferDelay === undefined || !jitterBufferEmittedCount) return null;
  return (jitterBufferDelay / jitterBufferEmittedCount) * 1000;
}

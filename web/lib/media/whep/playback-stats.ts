import type { Finding } from "#web/lib/media/no-picture.ts";

/** How far the picture is behind, as measured. */
export type Latency = {
  ms: number;
  /**
   * Between what and the screen it was measured. `camera`: from the moment a frame was captured, by the sender's own
   * clock; only the packets' way from the sender to our server is missing. `server`: from our server: half a round
   * trip, the jitter buffer and the decoder. `https`: from when the quickest of its frames came over HTTPS.
   */
  from: "camera" | "server" | "https";
};

/** Packets of the picture that arrived, and those that are known to be lost. */
export type PacketCount = { received: number; lost: number };

/** A viewer's statistics about the picture. */
export type PlaybackStats = {
  /** Frames decoded since the connection was made. */
  framesDecoded: number;
  packets: PacketCount;
  /** Time that those frames spent in jitter buffer and decoder, in seconds; null where the browser does not say. */
  processingSeconds: number | null;
  /** Null until it is known, and while no further frame comes. */
  latency: Latency | null;
};

type InboundVideo = {
  type: "inbound-rtp";
  kind: string;
  timestamp: number;
  remoteId?: string;
  framesDecoded?: number;
  packetsReceived?: number;
  packetsLost?: number;
  totalProcessingDelay?: number;
  estimatedPlayoutTimestamp?: number;
};
type CandidatePair = { type: "candidate-pair"; nominated?: boolean; currentRoundTripTime?: number };
type SenderReport = { type: "remote-outbound-rtp"; timestamp: number; remoteTimestamp?: number };

/** Milliseconds from the epoch of NTP, 1900, to that of Unix. */
const ntpBeforeUnixMs = 2_208_988_800_000;
/** More than this is a clock gone wrong: nothing buffers a live picture that long. */
const believedMaxMs = 30_000;

/** Summarises an `RTCStatsReport` (W3C webrtc-stats). `before` is the previous sample, if any. */
export function readPlaybackStats(
  report: Iterable<[string, unknown]>,
  before: PlaybackStats | null,
): PlaybackStats {
  const senders = new Map<string, SenderReport>();
  let video: InboundVideo | null = null;
  let roundTripMs: number | null = null;
  for (const [id, entry] of report) {
    const stat = entry as InboundVideo | CandidatePair | SenderReport;
    if (stat.type === "inbound-rtp" && stat.kind === "video") video = stat;
    if (stat.type === "remote-outbound-rtp") senders.set(id, stat);
    if (stat.type === "candidate-pair" && stat.nominated && stat.currentRoundTripTime !== undefined)
      roundTripMs = stat.currentRoundTripTime * 1000;
  }
  const stats = {
    framesDecoded: video?.framesDecoded ?? 0,
    packets: { received: video?.packetsReceived ?? 0, lost: video?.packetsLost ?? 0 },
    processingSeconds: video?.totalProcessingDelay ?? null,
  };
  if (video === null || roundTripMs === null || stats.framesDecoded === (before?.framesDecoded ?? 0))
    return { ...stats, latency: null };
  const sender = senders.get(video.remoteId ?? "");
  return {
    ...stats,
    latency: sinceCapture(video, sender, roundTripMs) ?? sinceServer(stats, before, roundTripMs),
  };
}

/** A connection that loses more than this share of the packets carries no picture, although something arrives. */
const lostShareMax = 0.2;

/**
 * Why no frame was decoded since `count` began: there is no transport, nothing came over it, too little did, or what came
 * cannot be decoded, and never could.
 */
export function findingOfStillness(
  connection: { isConnected(): boolean; isRelayRefused?(): boolean } | null,
  { received, lost }: PacketCount,
  hasPlayed: boolean,
): Finding {
  if (!connection?.isConnected()) return connection?.isRelayRefused?.() ? "relay_refused" : "network";
  if (received === 0) return "server_away";
  return hasPlayed || lost > (received + lost) * lostShareMax ? "network" : "format";
}

/**
 * By the sender's clock, which its sender reports carry through our server (RFC 3550, section 6.4.1): the capture time of
 * the frame on show, against that clock's time now. How wrong that clock is does not matter: both come from it.
 */
function sinceCapture(
  video: InboundVideo,
  sender: SenderReport | undefined,
  roundTripMs: number,
): Latency | null {
  if (video.estimatedPlayoutTimestamp === undefined || sender?.remoteTimestamp === undefined) return null;
  const clockAheadMs = unixMs(sender.remoteTimestamp) + roundTripMs / 2 - sender.timestamp;
  const ms = video.timestamp + clockAheadMs - unixMs(video.estimatedPlayoutTimestamp);
  return ms >= 0 && ms <= believedMaxMs ? { ms, from: "camera" } : null;
}

function sinceServer(
  { framesDecoded, processingSeconds }: Pick<PlaybackStats, "framesDecoded" | "processingSeconds">,
  before: PlaybackStats | null,
  roundTripMs: number,
): Latency | null {
  if (processingSeconds === null) return null;
  const frames = framesDecoded - (before?.framesDecoded ?? 0);
  const seconds = processingSeconds - (before?.processingSeconds ?? 0);
  return { ms: (seconds / frames) * 1000 + roundTripMs / 2, from: "server" };
}

/** Browsers give the sender's times as they are in its reports, since 1900, or converted. */
function unixMs(timestampMs: number): number {
  return timestampMs > ntpBeforeUnixMs ? timestampMs - ntpBeforeUnixMs : timestampMs;
}

/** How well the picture leaves this machine. */
export type Uplink = {
  width: number;
  height: number;
  framesPerSecond: number;
  /** As WebRTC names it, `H264` or `VP8`; null where the browser does not say. */
  codec: string | null;
  /** Video and audio together, kilobits per second over the last sample; null at the first. */
  kilobitsPerSecond: number | null;
  /** Share of packets that did not arrive, 0 to 1; null until the receiver has reported it. */
  lost: number | null;
  /** The cause that has held the quality down for a while: the machine, the network, or nothing. */
  limitedBy: "none" | "cpu" | "bandwidth" | "other";
};

/** A sample of the counters, kept so that the next sample yields a rate. */
export type UplinkCount = {
  atMs: number;
  bytesSent: number;
  limitedSamples: number;
  /** The returned bytes: the receiver's reports. */
  bytesReceived: number;
  /** Samples in a row without a report; a receiver that lives reports several times a second. */
  silentSamples: number;
};

/** Browsers feel their way up at the start; only what lasts this many samples is worth reporting. */
export const limitedSamplesMin = 10;

type OutboundStat = {
  type: "outbound-rtp";
  kind: string;
  codecId?: string;
  bytesSent?: number;
  frameWidth?: number;
  frameHeight?: number;
  framesPerSecond?: number;
  qualityLimitationReason?: Uplink["limitedBy"];
};
type RemoteStat = { type: "remote-inbound-rtp"; kind: string; fractionLost?: number };
type CodecStat = { type: "codec"; mimeType: string };
type PairStat = { type: "candidate-pair"; nominated?: boolean; bytesReceived?: number };

/** Reads an `RTCStatsReport` (W3C webrtc-stats) of a publisher; null while no video is sent. */
export function readUplink(
  report: Iterable<[string, unknown]>,
  before: UplinkCount | null,
  atMs: number,
): { uplink: Uplink | null; count: UplinkCount } {
  let bytesSent = 0;
  let bytesReceived = 0;
  let lost: number | null = null;
  let video: OutboundStat | null = null;
  const codecs = new Map<string, string>();
  for (const [id, entry] of report) {
    const stat = entry as OutboundStat | RemoteStat | PairStat | CodecStat;
    if (stat.type === "codec") codecs.set(id, stat.mimeType.replace(/^.*\//, ""));
    if (stat.type === "outbound-rtp") {
      bytesSent += stat.bytesSent ?? 0;
      if (stat.kind === "video" && pixels(stat) >= pixels(video)) video = stat;
    }
    if (stat.type === "candidate-pair" && stat.nominated) bytesReceived += stat.bytesReceived ?? 0;
    if (stat.type === "remote-inbound-rtp" && stat.kind === "video") lost = stat.fractionLost ?? lost;
  }
  const limit = video?.qualityLimitationReason ?? "none";
  const limitedSamples = limit === "none" ? 0 : (before?.limitedSamples ?? 0) + 1;
  // A browser that does not count what comes back says nothing about the receiver.
  const answered = before === null || bytesReceived === 0 || bytesReceived !== before.bytesReceived;
  const silentSamples = answered ? 0 : before.silentSamples + 1;
  const count = { atMs, bytesSent, limitedSamples, bytesReceived, silentSamples };
  if (!video?.frameWidth || !video.frameHeight) return { uplink: null, count };
  const uplink: Uplink = {
    width: video.frameWidth,
    height: video.frameHeight,
    framesPerSecond: Math.round(video.framesPerSecond ?? 0),
    codec: codecs.get(video.codecId ?? "") ?? null,
    kilobitsPerSecond: rate(before, count),
    lost,
    limitedBy: limitedSamples >= limitedSamplesMin ? limit : "none",
  };
  return { uplink, count };
}

/** Of a picture sent in several sizes the largest that flows counts. */
function pixels(stat: OutboundStat | null): number {
  if (!stat?.frameWidth || !stat.frameHeight) return 0;
  return stat.framesPerSecond === 0 ? 1 : stat.frameWidth * stat.frameHeight;
}

function rate(before: UplinkCount | null, now: UplinkCount): number | null {
  // The counters restart with every connection.
  if (before === null || now.atMs <= before.atMs || now.bytesSent < before.bytesSent) return null;
  return Math.round(((now.bytesSent - before.bytesSent) * 8) / (now.atMs - before.atMs));
}

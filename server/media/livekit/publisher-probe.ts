import { randomUUID } from "node:crypto";
import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";
import type { LivekitApi } from "./livekit-api.ts";

/** Receives a room's publisher in this process: the only way to know from LiveKit whether packets come. */
export type PublisherProbe = {
  /** Packets and bytes that came so far. */
  packets: number;
  bytes: number;
  /** When it was opened, on the monotonic clock. */
  openedAtMs: number;
  /** When the last one came, on the monotonic clock; null before the first. */
  lastAtMs: number | null;
  /** For how long media has come, without gaps of more than half a second, ms. */
  flowedMs: number;
  close(): void;
};

/** `others`: LiveKit's ids of the tracks that are not listened to. */
export type ProbedTrack = { name: string; kind: "audio" | "video"; others: string[] };

const gapMs = 500;

/**
 * Subscribes to one track of a room's publisher and counts what comes. `onPacket` is called with each packet, `onLost`
 * when the connection has ended. Null when LiveKit refuses it.
 */
export async function openPublisherProbe(
  api: Pick<LivekitApi, "listen" | "unsubscribe">,
  room: string,
  track: ProbedTrack,
  on: { packet(): void; lost(): void },
): Promise<PublisherProbe | null> {
  const connection = new nodeDataChannel.PeerConnection("probe", {
    iceServers: [],
    disableAutoNegotiation: true,
  });
  const receiver = connection.addTrack(track.kind === "audio" ? audioSection() : videoSection());
  const probe = probeOf(connection, receiver, on);
  try {
    const listener = { identity: `probe ${randomUUID()}`, track: track.name };
    const answer = await api.listen(room, listener, await offerOf(connection));
    if (!answer.ok) {
      probe.close();
      return null;
    }
    connection.setRemoteDescription(answer.sdp, "answer");
    // LiveKit would try again and again to send what this connection has no place for.
    if (track.others.length > 0) await api.unsubscribe(room, listener.identity, track.others);
    return probe;
  } catch (error) {
    probe.close();
    throw error;
  }
}

function probeOf(
  connection: PeerConnection,
  receiver: Track,
  on: { packet(): void; lost(): void },
): PublisherProbe {
  let isClosed = false;
  const probe: PublisherProbe = {
    packets: 0,
    bytes: 0,
    openedAtMs: performance.now(),
    lastAtMs: null,
    flowedMs: 0,
    close() {
      if (isClosed) return;
      isClosed = true;
      receiver.close();
      connection.close();
    },
  };
  receiver.onMessage((packet) => {
    const isControl = ((packet[1] ?? 0) & 0x7f) >= 64 && ((packet[1] ?? 0) & 0x7f) <= 95;
    if (isClosed || isControl) return;
    const now = performance.now();
    const sinceLast = probe.lastAtMs === null ? Number.POSITIVE_INFINITY : now - probe.lastAtMs;
    if (sinceLast <= gapMs) probe.flowedMs += sinceLast;
    probe.lastAtMs = now;
    probe.packets += 1;
    probe.bytes += packet.length;
    on.packet();
  });
  connection.onStateChange((state) => {
    if (!isClosed && ["closed", "failed", "disconnected"].includes(state)) on.lost();
  });
  return probe;
}

function audioSection() {
  const audio = new nodeDataChannel.Audio("0", "RecvOnly");
  audio.addOpusCodec(111);
  return audio;
}

function videoSection() {
  const video = new nodeDataChannel.Video("0", "RecvOnly");
  video.addVP8Codec(96);
  video.addH264Codec(102);
  return video;
}

/**
 * An offer that names no candidates: LiveKit then sends nothing before we do, which is after its answer has been read.
 * libdatachannel would take a handshake that is faster for one with a wrong certificate and close the connection.
 */
function offerOf(connection: PeerConnection): Promise<string> {
  return new Promise((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state !== "complete") return;
      const sdp = connection.localDescription()?.sdp ?? "";
      resolve(sdp.replaceAll(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, ""));
    });
    connection.setLocalDescription("offer");
  });
}

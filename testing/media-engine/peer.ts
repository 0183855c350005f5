import nodeDataChannel, { type IceServer, type PeerConnection, type Track } from "node-datachannel";
import { isRtcp } from "#engine/rtp/packet.ts";

/** Answers an SDP offer, for example by HTTP; throws when it is refused. */
export type Negotiate = (offerSdp: string) => Promise<string>;

/** A WebRTC client without a codec: it sends and receives raw RTP and RTCP over real ICE and DTLS-SRTP. */
export type Peer = {
  send(packet: Buffer): void;
  /** Everything received so far, unless `onPacket` was given. */
  rtp: Buffer[];
  rtcp: Buffer[];
  isOpen(): boolean;
  close(): void;
};

export const peerPayloadTypes = { vp8: 96, rtx: 97, h264: 106, opus: 111 } as const;

type PeerOptions = {
  role: "publisher" | "viewer";
  ssrc?: number;
  hasAudio?: boolean;
  /**
   * The codecs that the picture is offered in: `h264` as OBS does, without retransmissions of their own; VP8 alone when
   * absent.
   */
  codecs?: readonly ("vp8" | "h264")[];
  /** Replaces the collecting of packets; null leaves them in the library, which drops them. */
  onPacket?: ((packet: Buffer) => void) | null;
  /** The peer's own UDP port; any free one when absent. */
  port?: number;
  /** The peer's own address, by whose family alone it reaches others; 127.0.0.1 when absent. */
  address?: string;
  /** Nothing goes to or fro but through this TURN server. */
  turn?: IceServer;
};

/** Over loopback a connection that is up at all is up within a fraction of this. */
const connectMs = 30_000;

/** Connects a peer over loopback and resolves when media can flow; throws when that is refused, ended or too slow. */
export async function connectPeer(negotiate: Negotiate, options: PeerOptions): Promise<Peer> {
  const { connection, peer, opened, offerSdp } = await preparePeer(options);
  try {
    const answer = await negotiate(withoutCandidates(offerSdp));
    connection.setRemoteDescription(answer, "answer");
    await opened.within(connectMs);
    return peer;
  } catch (error) {
    peer.close();
    throw error;
  }
}

/** Ports of the peers of this process. */
const usedPorts = new Set<number>();

/**
 * A peer with its offer, on a port that none had before it. One that closes says nothing, and an engine knows it for half a
 * minute more by its address: what came from there would be taken for the peer of before and never be answered.
 */
async function preparePeer(options: PeerOptions) {
  const connection = openConnection(options);
  const track = addVideo(connection, options);
  const audio = options.hasAudio ? addAudio(connection, options) : null;
  const peer = collectingPeer(connection, track, audio, options);
  const opened = openingOf(connection, track);
  const offerSdp = await offerOf(connection);
  const port = Number(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) typ host/im.exec(offerSdp)?.[1]);
  // Through TURN no port of its own is named.
  if (options.port === undefined && usedPorts.has(port) && !options.turn) {
    peer.close();
    return preparePeer(options);
  }
  usedPorts.add(port);
  return { connection, peer, opened, offerSdp };
}

/**
 * An offer that names no candidates: the other side then sends nothing before we do, which is after its answer has been
 * read. libdatachannel would take a handshake that is faster for one with a wrong certificate.
 */
function withoutCandidates(offerSdp: string): string {
  return offerSdp.replaceAll(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, "");
}

function openConnection({ port, address = "127.0.0.1", turn }: PeerOptions): PeerConnection {
  return new nodeDataChannel.PeerConnection("peer", {
    iceServers: turn ? [turn] : [],
    ...(turn ? { iceTransportPolicy: "relay" as const } : {}),
    bindAddress: address,
    disableAutoNegotiation: true,
    ...(port ? { portRangeBegin: port, portRangeEnd: port } : {}),
  });
}

/** Settles when media can flow, or when the other end is known to be gone before it did. */
function openingOf(connection: PeerConnection, track: Track) {
  const opened = Promise.withResolvers<void>();
  // The promise may fail while the answer is still awaited.
  opened.promise.catch(() => {});
  track.onOpen(opened.resolve);
  connection.onStateChange((state) => {
    if (["closed", "failed", "disconnected"].includes(state)) opened.reject(new Error(`connection ${state}`));
  });
  return {
    async within(ms: number) {
      // A timer's error would not say who waited.
      const cause = new Error("waited for here");
      const timer = setTimeout(() => {
        const states = `connection ${connection.state()}, ICE ${connection.iceState()}`;
        opened.reject(new Error(`not connected within ${ms} ms: ${states}`, { cause }));
      }, ms);
      await opened.promise.finally(() => clearTimeout(timer));
    },
  };
}

/** The offer that a peer of this role would make, for tests of SDP alone. */
export async function makeOffer(options: PeerOptions): Promise<{ offerSdp: string; close: () => void }> {
  const connection = openConnection(options);
  const track = addVideo(connection, options);
  const audio = options.hasAudio ? addAudio(connection, options) : null;
  const offerSdp = await offerOf(connection);
  return { offerSdp, close: collectingPeer(connection, track, audio, options).close };
}

function addVideo(connection: PeerConnection, { role, ssrc, codecs = ["vp8"] }: PeerOptions): Track {
  const video = new nodeDataChannel.Video("0", role === "publisher" ? "SendOnly" : "RecvOnly");
  for (const codec of codecs) {
    if (codec === "h264") video.addH264Codec(peerPayloadTypes.h264);
    else {
      video.addVP8Codec(peerPayloadTypes.vp8);
      video.addRTXCodec(peerPayloadTypes.rtx, peerPayloadTypes.vp8, 90_000);
    }
  }
  if (role === "publisher") video.addSSRC(ssrc ?? 1111, "peer", "peer", "video");
  return connection.addTrack(video);
}

function addAudio(connection: PeerConnection, { role }: PeerOptions): Track {
  const audio = new nodeDataChannel.Audio("1", role === "publisher" ? "SendOnly" : "RecvOnly");
  audio.addOpusCodec(peerPayloadTypes.opus);
  if (role === "publisher") audio.addSSRC(2222, "peer", "peer", "audio");
  return connection.addTrack(audio);
}

function offerOf(connection: PeerConnection): Promise<string> {
  return new Promise((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state === "complete") resolve(connection.localDescription()?.sdp ?? "");
    });
    connection.setLocalDescription("offer");
  });
}

function collectingPeer(
  connection: PeerConnection,
  video: Track,
  audio: Track | null,
  options: PeerOptions,
): Peer {
  const peer: Peer = {
    rtp: [],
    rtcp: [],
    send(packet) {
      try {
        video.sendMessageBinary(packet);
      } catch (error) {
        // The other side can close the track on libdatachannel's thread, between any two packets.
        if (video.isOpen()) throw error;
      }
    },
    isOpen: () => video.isOpen(),
    close() {
      video.close();
      audio?.close();
      connection.close();
    },
  };
  const collect = (packet: Buffer) => void (isRtcp(packet) ? peer.rtcp : peer.rtp).push(packet);
  const onPacket = options.onPacket === undefined ? collect : options.onPacket;
  if (onPacket) for (const track of audio ? [video, audio] : [video]) track.onMessage(onPacket);
  return peer;
}

/** Packets of the picture, distinguished from repeats and padding by the byte that it is made of. */
export const painted = ({ rtp }: Pick<Peer, "rtp">, fill: number) =>
  rtp.filter((packet) => ((packet[1] ?? 0) & 0x7f) === peerPayloadTypes.vp8 && packet.at(-1) === fill);

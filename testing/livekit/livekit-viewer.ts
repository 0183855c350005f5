import {
  type DisconnectReason,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrickleRequest,
  UpdateParticipantMetadata,
} from "@livekit/protocol";
import nodeDataChannel from "node-datachannel";
import { WebSocket } from "ws";
import { isRtcp } from "#engine/rtp/packet.ts";
import { receivedAttribute } from "#server/media/livekit/received-flow.ts";

/** A client of LiveKit's protocol without a codec: it collects raw RTP over real ICE and DTLS-SRTP. */
export type LivekitViewer = {
  /** Everything received so far, unless `onPacket` was given. */
  rtp: Buffer[];
  /** LiveKit's id of this participant. */
  sessionId: string;
  /** Messages that came, by their name. */
  signals: string[];
  /** Why the server ended it, where it said so. */
  endedFor: DisconnectReason | null;
  isOpen(): boolean;
  /** Reports what was received, as a page does each second. */
  report(word?: { packets: number; ms: number }): void;
  close(): void;
};

/**
 * Watches at `url`, `http://…/livekit/luna`, by a bearer token; resolves when media can flow. `onPacket` replaces the
 * collecting of packets; null leaves them in the library, which drops them.
 */
export async function watchByLivekit(
  url: string,
  token: string,
  onPacket?: ((packet: Buffer) => void) | null,
): Promise<LivekitViewer> {
  const address = `${url.replace(/^http/, "ws")}/rtc?access_token=${token}&auto_subscribe=1&protocol=15&sdk=js`;
  const socket = new WebSocket(address);
  const connection = new nodeDataChannel.PeerConnection("viewer", {
    iceServers: [],
    bindAddress: "127.0.0.1",
    // The first offer may be of data channels alone, the one of media comes later.
    forceMediaTransport: true,
  });
  const opened = Promise.withResolvers<void>();
  const kept: unknown[] = [];
  const begunAt = performance.now();
  const viewer: LivekitViewer = {
    rtp: [],
    sessionId: "",
    signals: [],
    endedFor: null,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    report(word = { packets: viewer.rtp.length, ms: Math.round(performance.now() - begunAt) }) {
      const attributes = { [receivedAttribute]: `${word.packets} ${word.ms}` };
      ask({ case: "updateMetadata", value: new UpdateParticipantMetadata({ attributes }) });
    },
    close() {
      // A message on its way still comes, and a closed connection takes none of it.
      socket.removeAllListeners("message");
      socket.close();
      connection.close();
    },
  };
  const ask = (message: SignalRequest["message"]) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(new SignalRequest({ message }).toBinary());
  };
  connection.onLocalDescription((sdp, type) =>
    ask({ case: "answer", value: new SessionDescription({ type, sdp }) }),
  );
  connection.onLocalCandidate((candidate, sdpMid) =>
    ask({
      case: "trickle",
      value: new TrickleRequest({
        candidateInit: JSON.stringify({ candidate: candidate.replace(/^a=/, ""), sdpMid, sdpMLineIndex: 0 }),
        target: SignalTarget.SUBSCRIBER,
      }),
    }),
  );
  connection.onTrack((track) => {
    kept.push(track);
    const collect = (packet: Buffer) => void (isRtcp(packet) || viewer.rtp.push(packet));
    if (onPacket !== null) track.onMessage(onPacket ?? collect);
  });
  connection.onDataChannel((channel) => void kept.push(channel));
  connection.onStateChange((state) => {
    if (state === "connected") opened.resolve();
    if (state === "failed" || state === "closed") opened.reject(new Error(`connection ${state}`));
  });
  /** Candidates that overtook the offer that they belong to. */
  let early: { candidate: string; sdpMid: string }[] | null = [];
  const addCandidate = (candidate: string, sdpMid: string) => {
    if (early) early.push({ candidate, sdpMid });
    else connection.addRemoteCandidate(candidate, sdpMid);
  };
  const takeOffer = (sdp: string) => {
    connection.setRemoteDescription(asTakenUp(sdp), "offer");
    const waiting = early ?? [];
    early = null;
    for (const { candidate, sdpMid } of waiting) addCandidate(candidate, sdpMid);
  };
  /** A connection that the server has closed takes nothing of what it had sent before. */
  const unlessClosed = (take: () => void) => {
    try {
      take();
    } catch (error) {
      if (connection.state() !== "closed") throw error;
    }
  };
  socket.on("message", (data: Buffer) => {
    const { message } = SignalResponse.fromBinary(data);
    viewer.signals.push(message.case ?? "");
    if (message.case === "join") viewer.sessionId = message.value.participant?.sid ?? "";
    if (message.case === "leave") viewer.endedFor = message.value.reason;
    if (message.case === "offer") unlessClosed(() => takeOffer(message.value.sdp));
    if (message.case === "trickle" && message.value.target === SignalTarget.SUBSCRIBER) {
      const { candidate, sdpMid } = JSON.parse(message.value.candidateInit);
      if (candidate) unlessClosed(() => addCandidate(candidate, sdpMid ?? "0"));
    }
  });
  socket.on("unexpected-response", (_request, { statusCode = 0 }) =>
    opened.reject(new Error(`refused: ${statusCode}`)),
  );
  socket.on("error", opened.reject);
  socket.on("close", () => opened.reject(new Error("the socket was closed")));
  try {
    await opened.promise;
    return viewer;
  } catch (error) {
    viewer.close();
    // Made here, it names who asked.
    throw new Error((error as Error).message, { cause: error });
  }
}

/**
 * While LiveKit sends nothing it offers a track as one that it would receive by. Browsers take up what it becomes later;
 * libdatachannel answers for ever as it did at first, and would never receive it.
 */
const asTakenUp = (sdp: string) => sdp.replaceAll("a=recvonly", "a=sendrecv");

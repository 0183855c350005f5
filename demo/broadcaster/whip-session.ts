import ndc, { type PeerConnection } from "node-datachannel";
import { publisherOffer, transportAnswer, transportOf, type VideoCodec, videoType } from "./sdp.ts";

/** Why a publication ended: the engine closed it (or another publisher replaced it), or it fell silent. */
export type SessionEnd = "closed" | "silent";

/** An open WHIP publication (RFC 9725). */
export type WhipSession = {
  /** Sends one RTP or RTCP packet; packets that the network refuses are dropped. */
  send(packet: Buffer): void;
  /** Whether media can flow. */
  isOpen(): boolean;
  /** Ends the publication at the engine. */
  close(): Promise<void>;
};

export type WhipRequest = {
  origin: string;
  login: string;
  key: string;
  ssrcs: { audio: number; video: number };
  codec: VideoCodec;
  /** Asks the server to refuse when somebody else publishes by now (`If-None-Match: *`). */
  onlyIfVacant: boolean;
  onPacket(packet: Buffer): void;
  onOpen(): void;
  onEnd(end: SessionEnd): void;
};

/** The engine refused for a reason that trying again does not change. */
export class WhipRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the engine refused the publication with status ${status}`);
    this.status = status;
  }
}

const gatheringMsMax = 5_000;
/** How long the engine's answer is waited for. */
export const requestMsMax = 10_000;
const permanent = new Set([400, 401, 403, 404, 409, 412, 415, 422]);

/** Offers, with all local addresses. */
export function gathered(connection: PeerConnection): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("no local address found in time")), gatheringMsMax);
    connection.onGatheringStateChange((state) => {
      if (state !== "complete") return;
      clearTimeout(late);
      resolve(connection.localDescription()?.sdp ?? "");
    });
    connection.setLocalDescription("offer");
  });
}

async function post(request: WhipRequest, offer: string): Promise<{ answer: string; location: URL | null }> {
  const target = new URL(`/whip/${request.login}`, request.origin);
  const response = await fetch(target, {
    method: "POST",
    headers: {
      authorization: `Bearer ${request.key}`,
      "content-type": "application/sdp",
      ...(request.onlyIfVacant ? { "if-none-match": "*" } : {}),
    },
    body: offer,
    signal: AbortSignal.timeout(requestMsMax),
  });
  const answer = await response.text();
  if (permanent.has(response.status)) throw new WhipRefused(response.status);
  if (response.status !== 201) throw new Error(`the engine answered ${response.status}`);
  const location = response.headers.get("location");
  return { answer, location: location ? new URL(location, target) : null };
}

/** Publishes a stream. Throws {@link WhipRefused} when the engine will not have it, other errors when it cannot be reached. */
export async function openWhip(request: WhipRequest): Promise<WhipSession> {
  const connection = new ndc.PeerConnection(request.login, { iceServers: [], disableAutoNegotiation: true });
  const video = new ndc.Video("0", "SendOnly");
  if (request.codec === "H264") video.addH264Codec(videoType);
  else video.addVP8Codec(videoType);
  video.addSSRC(request.ssrcs.video, request.login, request.login, "video");
  const track = connection.addTrack(video);
  let closed = false;
  const shut = () => {
    closed = true;
    track.close();
    connection.close();
  };
  connection.onStateChange((state) => {
    if (closed || !["disconnected", "failed", "closed"].includes(state)) return;
    shut();
    request.onEnd(state === "failed" ? "silent" : "closed");
  });
  track.onOpen(() => request.onOpen());
  track.onMessage((packet) => request.onPacket(packet));
  try {
    const local = transportOf(await gathered(connection));
    const { answer, location } = await post(
      request,
      publisherOffer(local, request.login, request.ssrcs, request.codec),
    );
    connection.setRemoteDescription(transportAnswer(transportOf(answer), request.codec), "answer");
    return {
      isOpen: () => !closed && track.isOpen(),
      send(packet) {
        if (!closed && track.isOpen()) track.sendMessageBinary(packet);
      },
      async close() {
        if (!closed) shut();
        if (!location) return;
        const headers = { authorization: `Bearer ${request.key}` };
        await fetch(location, {
          method: "DELETE",
          headers,
          signal: AbortSignal.timeout(requestMsMax),
        }).catch(() => {});
      },
    };
  } catch (error) {
    shut();
    throw error;
  }
}

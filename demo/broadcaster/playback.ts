import ndc from "node-datachannel";
import { gathered, requestMsMax } from "./whip-session.ts";

/** Where to watch (WHEP), and the bearer token that opens it. */
export type PlaybackTarget = { url: string; token: string };

/** An open playback. */
export type Playback = { close(): Promise<void> };

/**
 * Watches a room as a fan's browser does, and reports what it received, but decodes nothing: the library drops the
 * packets. `onEnd` is called once when the engine has closed it. Throws when it is refused.
 */
export async function openPlayback(target: PlaybackTarget, onEnd: () => void): Promise<Playback> {
  const connection = new ndc.PeerConnection("viewer", { iceServers: [], disableAutoNegotiation: true });
  const video = new ndc.Video("0", "RecvOnly");
  video.addVP8Codec(96);
  video.addH264Codec(97);
  const track = connection.addTrack(video);
  track.setMediaHandler(new ndc.RtcpReceivingSession());
  let closed = false;
  const shut = () => {
    closed = true;
    track.close();
    connection.close();
  };
  connection.onStateChange((state) => {
    if (closed || !["disconnected", "failed", "closed"].includes(state)) return;
    shut();
    onEnd();
  });
  try {
    const { answer, location } = await post(target, await gathered(connection));
    connection.setRemoteDescription(answer, "answer");
    return {
      async close() {
        if (closed) return;
        shut();
        const headers = { authorization: `Bearer ${target.token}` };
        const signal = AbortSignal.timeout(requestMsMax);
        if (location) await fetch(location, { method: "DELETE", headers, signal }).catch(() => {});
      },
    };
  } catch (error) {
    shut();
    throw error;
  }
}

async function post({ url, token }: PlaybackTarget, offer: string) {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/sdp" },
    body: offer,
    signal: AbortSignal.timeout(requestMsMax),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`the engine answered ${response.status}`);
  const location = response.headers.get("location");
  return { answer, location: location ? new URL(location, url) : null };
}

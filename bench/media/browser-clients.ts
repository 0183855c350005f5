// These functions run inside a web page: each must be whole in itself.

export type PublishOptions = { url: string; codec: "VP8" | "H264" };

/** Publishes the browser's fake camera and microphone by WHIP. Resolves when connected. */
export async function publishFakeCamera({ url, codec }: PublishOptions): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { width: 640, height: 360, frameRate: 25 },
    audio: true,
  });
  const connection = new RTCPeerConnection();
  for (const track of stream.getTracks()) {
    const { sender } = connection.addTransceiver(track, { direction: "sendonly", streams: [stream] });
    const transceiver = connection.getTransceivers().find((candidate) => candidate.sender === sender);
    const codecs = RTCRtpSender.getCapabilities(track.kind)?.codecs ?? [];
    const preferred = codecs.filter((c) => c.mimeType === `video/${codec}` || c.mimeType === "video/rtx");
    if (track.kind === "video") transceiver?.setCodecPreferences(preferred);
  }
  await connection.setLocalDescription();
  const headers = { "content-type": "application/sdp", authorization: "Bearer bench" };
  const answer = await fetch(url, { method: "POST", headers, body: connection.localDescription?.sdp ?? "" });
  if (answer.status !== 201) throw new Error(`WHIP answered ${answer.status}`);
  await connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
  await new Promise<void>((resolve) => {
    connection.onconnectionstatechange = () => connection.connectionState === "connected" && resolve();
  });
}

export type Watched = { firstFrameMs: number; framesDecoded: number; codec: string };

/** Joins by WHEP and measures from the call to the first painted frame; then waits for `frames` decoded frames. */
export async function watchFrames({ url, frames }: { url: string; frames: number }): Promise<Watched> {
  const startedMs = performance.now();
  const video = document.createElement("video");
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  const connection = new RTCPeerConnection();
  const stream = new MediaStream();
  video.srcObject = stream;
  connection.ontrack = ({ track }) => stream.addTrack(track);
  connection.addTransceiver("audio", { direction: "recvonly" });
  connection.addTransceiver("video", { direction: "recvonly" });
  const firstFrame = new Promise<number>((resolve) => {
    video.requestVideoFrameCallback(() => resolve(performance.now() - startedMs));
  });
  await connection.setLocalDescription();
  const headers = { "content-type": "application/sdp", authorization: "Bearer bench" };
  const answer = await fetch(url, { method: "POST", headers, body: connection.localDescription?.sdp ?? "" });
  if (answer.status !== 201) throw new Error(`WHEP answered ${answer.status}`);
  const location = new URL(answer.headers.get("location") ?? "", url);
  await connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
  const firstFrameMs = await firstFrame;
  for (;;) {
    const stats = [...(await connection.getStats()).values()];
    const inbound = stats.find((entry) => entry.type === "inbound-rtp" && entry.kind === "video");
    if (inbound && inbound.framesDecoded >= frames) {
      const codec = stats.find((entry) => entry.id === inbound.codecId)?.mimeType ?? "";
      await fetch(location, { method: "DELETE", headers: { authorization: headers.authorization } });
      connection.close();
      video.remove();
      return { firstFrameMs, framesDecoded: inbound.framesDecoded, codec };
    }
    await new Promise(requestAnimationFrame);
  }
}

/** Connects two ends within this page, the camera already on; answers when the first frame was painted, in ms. */
export async function watchWithinPage(): Promise<number> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { width: 640, height: 360, frameRate: 25 },
    audio: true,
  });
  const video = document.createElement("video");
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  const startedMs = performance.now();
  const [sender, receiver] = [new RTCPeerConnection(), new RTCPeerConnection()];
  const received = new MediaStream();
  video.srcObject = received;
  sender.onicecandidate = ({ candidate }) => candidate && void receiver.addIceCandidate(candidate);
  receiver.onicecandidate = ({ candidate }) => candidate && void sender.addIceCandidate(candidate);
  receiver.ontrack = ({ track }) => received.addTrack(track);
  for (const track of stream.getTracks()) sender.addTrack(track, stream);
  const firstFrame = new Promise<number>((resolve) => {
    video.requestVideoFrameCallback(() => resolve(performance.now() - startedMs));
  });
  await sender.setLocalDescription();
  await receiver.setRemoteDescription(sender.localDescription as RTCSessionDescription);
  await receiver.setLocalDescription();
  await sender.setRemoteDescription(receiver.localDescription as RTCSessionDescription);
  const waitedMs = await firstFrame;
  sender.close();
  receiver.close();
  for (const track of stream.getTracks()) track.stop();
  return waitedMs;
}

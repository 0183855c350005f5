import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodeDataChannel from "node-datachannel";
import { WebSocket } from "ws";
import { freePort } from "#testing/free-port.ts";

/** A running Janus with one VP8 mountpoint that takes plain RTP. */
export type Janus = { processId: number; socketUrl: string; rtpPort: number; stop(): Promise<void> };

const program = "/usr/bin/janus";
const pluginsFolder = "/usr/lib/x86_64-linux-gnu/janus/plugins";
const mountpoint = 1;

/** True when Debian's package is there to compare with. */
export function isJanusInstalled(): boolean {
  return existsSync(program) && existsSync(pluginsFolder);
}

/**
 * Starts Janus with two event loops, at which it is several times faster than with a thread per viewer, its default, and
 * with nothing but the streaming plugin's one mountpoint and its WebSocket interface.
 */
export async function startJanus(): Promise<Janus> {
  const [socketPort, rtpPort] = [await freePort(), 30_000 + 2 * Math.floor(Math.random() * 5000)];
  const folder = await mkdtemp(join(tmpdir(), "janus-"));
  for (const [name, text] of Object.entries(configuration(socketPort, rtpPort)))
    await writeFile(join(folder, name), text);
  const janus = spawn(program, ["--configs-folder", folder], { stdio: "ignore" });
  const socketUrl = `ws://127.0.0.1:${socketPort}`;
  await waitForSocket(socketUrl, janus);
  return {
    processId: janus.pid ?? 0,
    socketUrl,
    rtpPort,
    async stop() {
      janus.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}

function configuration(socketPort: number, rtpPort: number): Record<string, string> {
  return {
    "janus.jcfg": `general: { debug_level = 2
      event_loops = 2
      plugins_folder = "${pluginsFolder}" }
      plugins: { disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_videoroom.so,libjanus_voicemail.so" }
      transports: { disable = "libjanus_http.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }`,
    "janus.transport.websockets.jcfg": `general: { ws = true
      ws_ip = "127.0.0.1"
      ws_port = ${socketPort} }`,
    "janus.plugin.streaming.jcfg": `bench: { type = "rtp"
      id = ${mountpoint}
      audio = false
      video = true
      videoport = ${rtpPort}
      videoiface = "127.0.0.1"
      videopt = 96
      videocodec = "vp8" }`,
  };
}

type JanusMessage = {
  janus: string;
  transaction?: string;
  data?: { id: number };
  jsep?: { type: string; sdp: string };
};

/** Watches the mountpoint: Janus offers, the viewer answers. `onPacket` null leaves the packets unread. */
export async function watchJanus(
  socketUrl: string,
  onPacket: ((packet: Buffer) => void) | null,
): Promise<void> {
  const socket = new WebSocket(socketUrl, "janus-protocol");
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const request = (body: object, isAnswer: (message: JanusMessage) => boolean) =>
    new Promise<JanusMessage>((resolve) => {
      const take = (data: Buffer) => {
        const message: JanusMessage = JSON.parse(data.toString());
        if (!isAnswer(message)) return;
        socket.off("message", take);
        resolve(message);
      };
      socket.on("message", take);
      socket.send(JSON.stringify({ transaction: "t", ...body }));
    });
  const isSuccess = (message: JanusMessage) => message.janus === "success";
  const session = await request({ janus: "create" }, isSuccess);
  const session_id = session.data?.id;
  const handle = await request({ janus: "attach", session_id, plugin: "janus.plugin.streaming" }, isSuccess);
  const target = { janus: "message", session_id, handle_id: handle.data?.id };
  const offered = await request(
    { ...target, body: { request: "watch", id: mountpoint } },
    (message) => message.jsep?.type === "offer",
  );
  const { answerSdp, opened } = await answer(offered.jsep?.sdp ?? "", onPacket);
  await request(
    { ...target, body: { request: "start" }, jsep: { type: "answer", sdp: answerSdp } },
    (message) => message.janus === "event",
  );
  // A session that sends nothing is closed after a minute.
  setInterval(
    () => socket.send(JSON.stringify({ janus: "keepalive", session_id, transaction: "k" })),
    25_000,
  ).unref();
  await opened;
}

/** Janus never offers loopback, so the viewer binds to every interface. */
async function answer(offerSdp: string, onPacket: ((packet: Buffer) => void) | null) {
  const connection = new nodeDataChannel.PeerConnection("viewer", { iceServers: [] });
  const opened = new Promise<void>((resolve) => {
    connection.onTrack((track) => {
      kept.push(track);
      if (onPacket) track.onMessage(onPacket);
      track.onOpen(resolve);
    });
  });
  const gathered = new Promise<void>((resolve) => {
    connection.onGatheringStateChange((state) => void (state === "complete" && resolve()));
  });
  kept.push(connection);
  connection.setRemoteDescription(offerSdp, "offer");
  await gathered;
  return { answerSdp: connection.localDescription()?.sdp ?? "", opened };
}

/** Connections and tracks live as long as somebody holds them. */
const kept: object[] = [];

async function waitForSocket(url: string, janus: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100 && janus.exitCode === null; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = new WebSocket(url, "janus-protocol");
      socket.once("open", () => resolve(true)).once("error", () => resolve(false));
      socket.once("open", () => socket.close());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Janus did not start");
}

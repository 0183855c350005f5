import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "#testing/free-port.ts";
import { chatLine, sendLines, crowdOf } from "./chat-load.ts";
import { gatherCrowd } from "./crowd.ts";
import { type Measured, measure } from "./measure.ts";

const topic = mqttText("room/bench");

/** Measures the MQTT broker mosquitto with the same lines at quality 0; null when it is not installed. */
export async function measureMosquitto(): Promise<Measured | null> {
  const program = findProgram();
  if (!program) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
  const settings = `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 0\nlog_type none\n`;
  writeFileSync(join(folder, "mosquitto.conf"), `${settings}user ${userInfo().username}\n`);
  const broker = spawn(program, ["-c", join(folder, "mosquitto.conf")], { stdio: "ignore" });
  try {
    return await measureBroker(broker, port);
  } finally {
    broker.kill();
    rmSync(folder, { recursive: true });
  }
}

async function measureBroker(broker: ChildProcess, port: number): Promise<Measured> {
  const publisher = await reach(port);
  const crowd = await gatherCrowd(port, {
    ...crowdOf,
    // MQTT 3.1.1: CONNECT and SUBSCRIBE together; CONNACK has 4 bytes, SUBACK 5.
    greeting: (index) => Buffer.concat([connectPacket(`fan-${index}`), packet(0x82, [0, 1], topic, [0])]),
    joinMessage: null,
    isWelcome: (received) => received.length >= 9,
  });
  const send = (lines: number) =>
    sendLines(lines, (id) => {
      const event = ["event", "main-channel", "room:bench", id, "RoomMessage", chatLine(id)];
      publisher.write(packet(0x30, topic, Buffer.from(JSON.stringify(event))));
    });
  const measured = await measure([broker.pid ?? 0], crowd, send);
  crowd.leave();
  publisher.destroy();
  return measured;
}

/** A connected publisher, once the broker listens. */
async function reach(port: number, tries = 100): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  if (isConnected) {
    socket.on("error", () => socket.destroy()).write(connectPacket("publisher"));
    return socket;
  }
  if (tries === 0) throw new Error("mosquitto does not listen");
  await new Promise((resolve) => setTimeout(resolve, 50));
  return reach(port, tries - 1);
}

function findProgram(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "mosquitto")).find((path) => existsSync(path));
}

function connectPacket(clientId: string): Buffer {
  return packet(0x10, mqttText("MQTT"), [4, 0x02, 0, 0], mqttText(clientId));
}

function packet(kind: number, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = body;
  const size = length < 128 ? [length] : [(length % 128) | 0x80, Math.floor(length / 128)];
  return Buffer.concat([Buffer.from([kind, ...size]), body]);
}

function mqttText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
}

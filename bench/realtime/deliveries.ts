import type { Row } from "../row.ts";
import { load } from "./chat-load.ts";
import { type Measured, total } from "./measure.ts";
import { measureMosquitto } from "./mosquitto-peer.ts";
import { measureWebSocketServer } from "./websocket-peer.ts";

/**
 * Chat lines delivered per CPU-second of the server, to 1,000 sockets in one room at 100 lines a second, beside a plain
 * ws broadcast loop and, where installed, mosquitto. Hub and loop take turns, so that a busy moment of the machine
 * falls on both. Takes about half a minute.
 */
export async function run(): Promise<Row[]> {
  const hubParts: Measured[] = [];
  const plainParts: Measured[] = [];
  for (let round = 0; round < 2; round += 1) {
    hubParts.push(await measureWebSocketServer("hub"));
    plainParts.push(await measureWebSocketServer("plain"));
  }
  const hub = total(hubParts);
  const plain = total(plainParts);
  const mosquitto = await measureMosquitto();
  return [
    beside("chat-deliveries", hub, "plain ws loop", plain, "≥ 2 × peer"),
    ...(mosquitto ? [beside("chat-deliveries-mosquitto", hub, "mosquitto", mosquitto, "≥ 2 × peer")] : []),
    delay("chat-delay-p50", hub, plain, 0.5, "≤ 30 ms"),
    delay("chat-delay-p99", hub, plain, 0.99, "≤ 60 ms"),
  ];
}

const perCpuSecond = ({ deliveries, cpuSeconds }: Measured) => Math.round(deliveries / cpuSeconds);

function beside(name: string, hub: Measured, peerName: string, other: Measured, aim: string): Row {
  const value = perCpuSecond(hub);
  const peer = { name: peerName, value: perCpuSecond(other) };
  const unit = `deliveries per CPU-second at ${load.sockets} sockets`;
  return { name, value, unit, peer, ratio: Number((value / peer.value).toFixed(2)), aim };
}

/** The delay that coalescing costs: how long a line takes from the publisher to a page. */
function delay(name: string, hub: Measured, plain: Measured, share: number, aim: string): Row {
  const at = ({ delaysMs }: Measured) =>
    [...delaysMs].sort((a, b) => a - b)[Math.floor(delaysMs.length * share)] ?? 0;
  return { name, value: at(hub), unit: "ms", peer: { name: "plain ws loop", value: at(plain) }, aim };
}

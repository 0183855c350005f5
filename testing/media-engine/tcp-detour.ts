import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Deframer, framed } from "#engine/tcp/framing.ts";

/** A peer's way to an engine over TCP: the peer itself knows UDP alone, as our test clients do. */
export type TcpDetour = {
  /** The engine's answer with the detour's address in place of all of the engine's. */
  answerSdp: string;
  /** The connection to the engine. */
  stream: Socket;
  /** Bytes that came from the engine. */
  received(): number;
  close(): void;
};

/** Opens a detour by the passive candidate of an answer at this address of the machine; throws when there is none. */
export async function tcpDetour(answerSdp: string, address = "127.0.0.1"): Promise<TcpDetour> {
  const passive = [...answerSdp.matchAll(/a=candidate:\S+ 1 TCP \d+ (\S+) (\d+) typ host tcptype passive/g)];
  const [, , port] = passive.find(([, at]) => at === address) ?? [];
  if (port === undefined) throw new Error("the answer has no way over TCP");
  const stream = connect({ port: Number(port), host: address, noDelay: true });
  await once(stream, "connect");
  const udp = createSocket("udp4").bind(0, "127.0.0.1");
  await once(udp, "listening");
  let peer: { port: number; address: string } | null = null;
  let bytes = 0;
  const deframer = new Deframer(65_535);
  udp.on("message", (packet, from) => {
    peer = from;
    if (stream.writable) stream.write(framed(packet));
  });
  stream.on("data", (part) => {
    bytes += part.length;
    for (const packet of deframer.push(part) ?? []) if (peer) udp.send(packet, peer.port, peer.address);
  });
  stream.on("error", () => {});
  const own = `a=candidate:1 1 UDP 2122317823 127.0.0.1 ${udp.address().port} typ host`;
  const [first = "", ...others] = answerSdp.split("\r\n").filter((line) => line.startsWith("a=candidate"));
  const withoutOthers = others.reduce((sdp, line) => sdp.replace(`${line}\r\n`, ""), answerSdp);
  return {
    answerSdp: withoutOthers.replace(first, own),
    stream,
    received: () => bytes,
    close() {
      stream.destroy();
      udp.close();
    },
  };
}

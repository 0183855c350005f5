import { createSocket } from "node:dgram";
import { once } from "node:events";
import { seededRandom } from "#server/kit/random.ts";

/** A network between one WebRTC client and the media engine, over loopback. */
export type LossyNetwork = {
  /** The SDP answer with this network in the engine's place. */
  through(answerSdp: string): string;
  /** Share of the packets that are lost on either way, 0..1; 1 is an outage. */
  lose(share: number): void;
  close(): void;
};

const candidate = /^(a=candidate:\S+ 1 UDP \d+ )(\S+) (\d+)/gim;

/** Opens one that loses nothing yet. The packets that are lost follow from `seed`. */
export async function openLossyNetwork(seed: string): Promise<LossyNetwork> {
  const random = seededRandom(seed);
  const [inside, outside] = [createSocket("udp4"), createSocket("udp4")];
  for (const socket of [inside, outside]) {
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
  }
  let share = 0;
  let client: { address: string; port: number } | null = null;
  let engine: { address: string; port: number } | null = null;
  const passes = () => share === 0 || random() >= share;
  inside.on("message", (packet, from) => {
    client = from;
    if (engine && passes()) outside.send(packet, engine.port, engine.address);
  });
  outside.on("message", (packet) => {
    if (client && passes()) inside.send(packet, client.port, client.address);
  });
  return {
    through: (answerSdp) =>
      answerSdp.replace(candidate, (_line, head: string, _address: string, port: string) => {
        engine = { address: "127.0.0.1", port: Number(port) };
        return `${head}127.0.0.1 ${inside.address().port}`;
      }),
    lose(next) {
      share = next;
    },
    close() {
      inside.close();
      outside.close();
    },
  };
}

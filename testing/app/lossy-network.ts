import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { seededRandom } from "#server/kit/random.ts";

/** A network between one WebRTC client and the media engine, over loopback. */
export type LossyNetwork = {
  /** The SDP answer with this network in the engine's place. */
  through(answerSdp: string): string;
  /** Share of the packets that are lost on either way, 0..1; 1 is an outage. */
  lose(share: number): void;
  /** Delays each packet that passes by up to so many milliseconds, drawn for each: they arrive in another order. */
  jitter(mostMs: number): void;
  /** The client has another address from now on, as when a phone leaves Wi-Fi: what is sent to the old one is lost. */
  move(): Promise<void>;
  close(): void;
};

const candidate = /^(a=candidate:\S+ 1 UDP \d+ )(\S+) (\d+)/gim;

/** Opens one that loses nothing yet. The packets that are lost follow from `seed`. */
export async function openLossyNetwork(seed: string): Promise<LossyNetwork> {
  const random = seededRandom(seed);
  const inside = await openSocket();
  let outside = await openSocket();
  let share = 0;
  let mostMs = 0;
  let client: { address: string; port: number } | null = null;
  let engine: { address: string; port: number } | null = null;
  const passes = () => share === 0 || random() >= share;
  const late = new Set<NodeJS.Timeout>();
  const pass = (send: () => void) => {
    if (!passes()) return;
    if (mostMs === 0) return send();
    const timer = setTimeout(() => {
      late.delete(timer);
      send();
    }, random() * mostMs);
    late.add(timer);
  };
  inside.on("message", (packet, from) => {
    client = from;
    const to = engine;
    if (to) pass(() => outside.send(packet, to.port, to.address));
  });
  const takeAnswers = () =>
    outside.on("message", (packet) => {
      const to = client;
      if (to) pass(() => inside.send(packet, to.port, to.address));
    });
  takeAnswers();
  return {
    through: (answerSdp) =>
      answerSdp.replace(candidate, (_line, head: string, _address: string, port: string) => {
        engine = { address: "127.0.0.1", port: Number(port) };
        return `${head}127.0.0.1 ${inside.address().port}`;
      }),
    jitter(next) {
      mostMs = next;
    },
    lose(next) {
      share = next;
    },
    async move() {
      const before = outside;
      outside = await openSocket();
      takeAnswers();
      before.close();
    },
    close() {
      for (const timer of late) clearTimeout(timer);
      inside.close();
      outside.close();
    },
  };
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}

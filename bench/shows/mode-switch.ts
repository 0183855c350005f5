import { exchange } from "#testing/app/media-clients.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";
import { askForShow, type BenchPerson, openPerson } from "./people.ts";

const switches = 40;

/**
 * From the moment in which a model accepts to the first packet of the private picture at its fan: the room changes in the
 * database, everybody else is cut, the fan gets a token and plays again over real ICE and DTLS. The floor is the same
 * fan's playback of a room that does not change. Both take turns.
 */
export async function run(): Promise<Row[]> {
  const bench = await startBenchApp();
  const [fan, model] = [await openPerson(bench, "fan"), await openPerson(bench, "model")];
  const room = await bench.app.modules.rooms.room(model.login);
  const publisher = await connectPeer(
    (offer) => exchange(`/whip/${model.login}`, room?.stream_key ?? "", offer, { origin: bench.origin }),
    { role: "publisher", ssrc: 1111 },
  );
  try {
    broadcast(publisher);
    while (!(await isLive(bench, model))) await new Promise((resolve) => setTimeout(resolve, 50));
    const waits: { private: number[]; public: number[] } = { private: [], public: [] };
    for (let turn = 0; turn < switches; turn++) {
      waits.public.push(await firstPacketMs(bench, fan, model, async () => undefined));
      waits.private.push(await firstPacketMs(bench, fan, model, await askForShow(bench, fan, model)));
      await bench.app.modules.shows.leaveShow(fan.id);
    }
    return ([0.5, 0.95] as const).map((share) => {
      const [value, floor] = [at(waits.private, share), at(waits.public, share)];
      return {
        name: `shows.accept-to-first-packet.p${share * 100}`,
        value,
        unit: "ms",
        peer: { name: "playing without a switch", value: floor },
        ratio: Math.round((value / floor) * 100) / 100,
        ...(share === 0.95 ? { aim: "≤ 300 ms" } : {}),
      };
    });
  } finally {
    publisher.close();
    await bench.stop();
  }
}

async function isLive({ app }: BenchApp, { login }: BenchPerson): Promise<boolean> {
  return (await app.modules.rooms.room(login))?.state === "live";
}

/** Carries `before` out, plays the room as the fan and answers when the first packet was there, in ms since the start. */
async function firstPacketMs(
  { app, origin }: BenchApp,
  fan: BenchPerson,
  model: BenchPerson,
  before: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  await before();
  const opened = await app.modules.rooms.playback({ userId: fan.id, role: "fan" }, model.login, origin);
  if (!opened.ok) throw new Error(`no playback: ${opened.refusal}`);
  const { token } = opened.playback;
  let peer: Peer | undefined;
  const arrived = await new Promise<number>((resolve, reject) => {
    connectPeer((offer) => exchange(`/whep/${model.login}`, token, offer, { origin }), {
      role: "viewer",
      onPacket: () => resolve(performance.now()),
    }).then((connected) => {
      peer = connected;
    }, reject);
  });
  while (!peer) await new Promise((resolve) => setImmediate(resolve));
  peer.close();
  return arrived - startedAt;
}

function at(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
}

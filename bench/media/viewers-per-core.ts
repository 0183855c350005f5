import { livekitServer, startLivekitServer } from "#testing/livekit/livekit-server.ts";
import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";
import { carriedViewers } from "./carried-viewers.ts";
import { isJanusInstalled, startJanus } from "./janus.ts";
import type { LoadOrder, Way } from "./load-worker.ts";
import { startMediaRig } from "./rig.ts";

const viewers = 200;
/** Over TCP and HTTPS each costs the load as much as several of the others. */
const viewersBy: Record<Way, number> = { udp: viewers, tcp: 60, https: 100 };
const turns = 5;
/** The share of the machine that other processes may use before the figures are unfair. */
const othersAtMost = 0.1;

/** Another media server that takes the same load; `missing` explains how to get it where it is not there. */
type PeerServer = { name: string; suffix: string; missing: string | null; measure(): Promise<number> };

const peerServers: readonly PeerServer[] = [
  {
    name: "Janus",
    suffix: "",
    missing: isJanusInstalled() ? null : "apt-get install janus",
    measure: measureJanus,
  },
  {
    name: "LiveKit",
    suffix: "-beside-livekit",
    missing: livekitServer ? null : "a release of livekit-server 1.11, or LIVEKIT_SERVER_PATH",
    measure: measureLivekit,
  },
];

/**
 * How many viewers of one room 80% of a core carries, at 120 packets/s of 1,100 bytes each, from the processor time that
 * 200 viewers cost; once with one picture, once with three layers, of which each viewer gets the highest, and once with one
 * picture to viewers over TCP, and over HTTPS, who are fewer; there the frames are counted as the packets that they came in,
 * and TLS, which a proxy ends, is not. The peers are Janus and LiveKit with the same load, in the same run, where they are
 * installed: all take turns, every other turn in the opposite order, and each figure is a median, because Janus' own figure
 * differs by a third between turns.
 */
export async function run(): Promise<Row[]> {
  const others = watchOtherWork();
  for (const { name, missing } of peerServers)
    if (missing) console.error(`viewers per core: no ${name} to compare with (${missing})`);
  const peers = peerServers.filter(({ missing }) => !missing);
  const figures = await inTurns(peers);
  const share = others();
  if (share > othersAtMost)
    console.error(`viewers per core: others used ${Math.round(share * 100)}% of the machine`);
  const ours: Row = { name: "media.viewers-per-core", value: medianOf(figures, "ours"), unit: "viewers" };
  const layers: Row = {
    name: "media.viewers-per-core-simulcast",
    value: medianOf(figures, "layers"),
    unit: "viewers",
  };
  const otherWays: Row[] = (["tcp", "https"] as const).map((way) => ({
    ...beside(
      { name: `media.viewers-per-core-${way}`, value: medianOf(figures, way), unit: "viewers" },
      ...([figures, way, "ours"] as const),
    ),
    peer: { name: "UDP", value: ours.value },
  }));
  if (peers.length === 0) return [ours, layers, ...otherWays];
  const besidePeers = peers.flatMap(({ name, suffix }) => [
    { ...beside(ours, figures, "ours", name), name: ours.name + suffix, aim: `≥ 1.4 × ${name}` },
    { ...beside(layers, figures, "layers", name), name: layers.name + suffix },
  ]);
  return [...besidePeers, ...otherWays];
}

/** The viewers that each server reached, turn by turn. */
type Figures = ReadonlyMap<string, readonly number[]>;

async function inTurns(peers: readonly PeerServer[]): Promise<Figures> {
  const servers = [
    { name: "ours", measure: () => measureOurs("udp") },
    { name: "layers", measure: () => measureOurs("udp", true) },
    { name: "tcp", measure: () => measureOurs("tcp") },
    { name: "https", measure: () => measureOurs("https") },
    ...peers,
  ];
  const figures = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (let turn = 0; turn < (peers.length > 0 ? turns : 1); turn++)
    for (const { name, measure } of turn % 2 === 0 ? servers : servers.toReversed())
      figures.get(name)?.push(await measure());
  return figures;
}

const medianOf = (figures: Figures, name: string) => median(figures.get(name) ?? []);

/** A row beside a peer; the ratio is the median of the turns' own ones. */
function beside(row: Row, figures: Figures, own: string, peer: string): Row {
  const peers = figures.get(peer) ?? [];
  const ratios = (figures.get(own) ?? []).map((value, turn) => value / (peers[turn] ?? Number.NaN));
  return {
    ...row,
    peer: { name: peer, value: median(peers) },
    ratio: Math.round(median(ratios) * 100) / 100,
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measureOurs(way: Way, isSimulcast = false): Promise<number> {
  const rig = await startMediaRig();
  try {
    const { origin } = rig;
    const order: LoadOrder = { server: "ours", origin, isSimulcast, way, viewers: viewersBy[way] };
    return await viewersPerCore(rig.media.processId() ?? 0, order);
  } finally {
    await rig.stop();
  }
}

async function measureJanus(): Promise<number> {
  const janus = await startJanus();
  try {
    const { socketUrl, rtpPort } = janus;
    return await viewersPerCore(janus.processId, { server: "janus", socketUrl, rtpPort, viewers });
  } finally {
    await janus.stop();
  }
}

/** LiveKit by itself: its viewers come to it directly and report nothing. */
async function measureLivekit(): Promise<number> {
  const server = await startLivekitServer();
  try {
    return await viewersPerCore(server.pid, { server: "livekit", settings: server.settings, viewers });
  } finally {
    await server.kill();
  }
}

const viewersPerCore = (processId: number, order: LoadOrder) =>
  carriedViewers([{ processId, orders: [order] }]);

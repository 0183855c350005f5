import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";
import { carriedViewers } from "./carried-viewers.ts";
import type { LoadOrder } from "./load-worker.ts";
import { startMediaRig } from "./rig.ts";

const rooms = ["luna", "sol"];
const viewersOfRoom = 100;
const turns = 5;
/** The share of the machine that other processes may use before the figures are unfair. */
const othersAtMost = 0.1;

/**
 * How many viewers of two rooms one process of the engine carries, and two processes with a room each, at 80 % of a core a
 * process: from the processor time that the same load, 100 viewers a room, costs one and costs both, in turns. It shows what two
 * processes cost each other, and what it costs that each has half as much to do: fewer packets come at once then, which makes
 * each dearer. Whether a machine has a core for each beside all else is not measured, as the load shares it.
 */
export async function run(): Promise<Row[]> {
  const others = watchOtherWork();
  const figures = { one: [] as number[], two: [] as number[] };
  for (let turn = 0; turn < turns; turn++)
    for (const way of turn % 2 === 0 ? (["one", "two"] as const) : (["two", "one"] as const))
      figures[way].push(await measure(way === "one" ? 1 : 2));
  const share = others();
  if (share > othersAtMost)
    console.error(`viewers of two processes: others used ${Math.round(share * 100)}% of the machine`);
  const ratios = figures.two.map((value, turn) => value / (figures.one[turn] ?? Number.NaN));
  return [
    {
      name: "media.viewers-of-two-workers",
      value: median(figures.two),
      unit: "viewers",
      peer: { name: "one", value: median(figures.one) },
      ratio: Math.round(median(ratios) * 100) / 100,
      aim: "≥ 1.8 × one",
    },
  ];
}

async function measure(workers: number): Promise<number> {
  const rig = await startMediaRig(workers);
  try {
    const { origin, media } = rig;
    const order = (room: string): LoadOrder => ({
      ...{ server: "ours", origin, isSimulcast: false, way: "udp" },
      ...{ viewers: viewersOfRoom, room },
    });
    const carriers = media.processIds().map((processId, worker) => ({
      processId: processId ?? 0,
      orders: rooms.filter((_, nth) => nth % workers === worker).map(order),
    }));
    return await carriedViewers(carriers);
  } finally {
    await rig.stop();
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

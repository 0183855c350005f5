import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";
import { isJanusInstalled, startJanus } from "./janus.ts";
import type { LoadOrder, LoadReport } from "./load-worker.ts";
import { startMediaRig } from "./rig.ts";

const viewers = 200;
const seconds = 5;
const turns = 5;
/** What others may use of the machine before the figures are unfair. */
const othersAtMost = 0.1;
const coreShare = 0.8;
const packetsPerSecond = 120;
/** With fewer packets than this arriving, the machine was too busy for a fair figure, and that is said. */
const deliveredAtLeast = 0.95;
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * How many viewers of one room 80% of a core carries, at 120 packets/s of 1,100 bytes each, from the processor time that
 * 200 viewers cost; once with one picture and once with three layers, of which each viewer gets the highest. The peer is Janus with the same load, in the same run, where it is installed: the two take turns, the
 * first turn changing sides, and each figure is a median, because Janus' own figure differs by a third between turns.
 */
export async function run(): Promise<Row[]> {
  const others = watchOtherWork();
  const measured = isJanusInstalled() ? await inTurns() : null;
  if (!measured) console.error("viewers per core: no Janus to compare with (apt-get install janus)");
  const value = measured ? medianOf(measured, "ours") : await measureOurs(false);
  const layers = measured ? medianOf(measured, "layers") : await measureOurs(true);
  const share = others();
  if (share > othersAtMost)
    console.error(`viewers per core: others used ${Math.round(share * 100)}% of the machine`);
  const row: Row = { name: "media.viewers-per-core", value, unit: "viewers", aim: "≥ 1.4 × Janus" };
  const simulcast: Row = { name: "media.viewers-per-core-simulcast", value: layers, unit: "viewers" };
  if (!measured) return [row, simulcast];
  const peer = { name: "Janus", value: medianOf(measured, "janus") };
  const ratioOf = (of: "ratio" | "layersRatio") => Math.round(medianOf(measured, of) * 100) / 100;
  return [
    { ...row, peer, ratio: ratioOf("ratio") },
    { ...simulcast, peer, ratio: ratioOf("layersRatio") },
  ];
}

type Turn = { ours: number; layers: number; janus: number; ratio: number; layersRatio: number };

async function inTurns(): Promise<Turn[]> {
  const measured: Turn[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const before = turn % 2 === 0 ? null : await measureJanus();
    const ours = await measureOurs(false);
    const layers = await measureOurs(true);
    const janus = before ?? (await measureJanus());
    measured.push({ ours, layers, janus, ratio: ours / janus, layersRatio: layers / janus });
  }
  return measured;
}

function medianOf(measured: readonly Turn[], of: keyof Turn): number {
  return measured.map((turn) => turn[of]).toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? Number.NaN;
}

async function measureOurs(isSimulcast: boolean): Promise<number> {
  const rig = await startMediaRig();
  try {
    const order = { server: "ours", origin: rig.origin, isSimulcast, viewers } as const;
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

async function viewersPerCore(processId: number, order: LoadOrder): Promise<number> {
  const worker = fork(fileURLToPath(new URL("./load-worker.ts", import.meta.url)));
  try {
    const rates: number[] = [];
    await new Promise<void>((resolve, reject) => {
      worker.once("exit", (code) => reject(new Error(`the load ended with code ${code}`)));
      worker.on("message", (report: LoadReport) => {
        if ("joined" in report) resolve();
        else rates.push(report.packetsPerSecond);
      });
      worker.send(order);
    });
    const share = await cpuShare(processId, seconds);
    const rate = rates.slice(1).reduce((sum, each) => sum + each, 0) / Math.max(1, rates.length - 1);
    if (rate < packetsPerSecond * deliveredAtLeast) {
      console.error(`${order.server}: only ${rate.toFixed(1)} of ${packetsPerSecond} packets/s arrived`);
    }
    // What did not arrive is not counted: dropping packets must not make a server look fast.
    const delivered = Math.min(1, rate / packetsPerSecond);
    return Math.round((coreShare / share) * order.viewers * delivered);
  } finally {
    worker.removeAllListeners("exit");
    worker.kill("SIGKILL");
  }
}

/** Processor seconds, user and system, that a process has used so far (Linux). */
function cpuSeconds(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
  // The command, in parentheses, may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Share of one core that a process uses while `seconds` pass, 0..1. */
async function cpuShare(processId: number, seconds: number): Promise<number> {
  const [startedMs, before] = [performance.now(), cpuSeconds(processId)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (cpuSeconds(processId) - before) / ((performance.now() - startedMs) / 1000);
}

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Row } from "../row.ts";
import { cpuShare } from "./cpu.ts";
import { isJanusInstalled, startJanus } from "./janus.ts";
import type { LoadOrder, LoadReport } from "./load-worker.ts";
import { startMediaRig } from "./rig.ts";

const viewers = 200;
const seconds = 5;
const coreShare = 0.8;
const packetsPerSecond = 120;
/** With fewer packets than this arriving, the machine was too busy for a fair figure, and that is said. */
const deliveredAtLeast = 0.95;

/**
 * How many viewers of one room 80% of a core carries, at 120 packets/s of 1,100 bytes each, from the processor time that
 * 200 viewers cost. The peer is Janus with the same load, in the same run, where it is installed.
 */
export async function run(): Promise<Row[]> {
  const ours = await measureOurs();
  const row: Row = { name: "media.viewers-per-core", value: ours, unit: "viewers", aim: "≥ 1.4 × Janus" };
  if (!isJanusInstalled()) {
    console.error("viewers per core: no Janus to compare with (apt-get install janus)");
    return [row];
  }
  const janus = await measureJanus();
  return [{ ...row, peer: { name: "Janus", value: janus }, ratio: Math.round((ours / janus) * 100) / 100 }];
}

async function measureOurs(): Promise<number> {
  const rig = await startMediaRig();
  try {
    return await viewersPerCore(rig.media.processId() ?? 0, { server: "ours", origin: rig.origin, viewers });
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

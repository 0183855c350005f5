import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cpuSeconds } from "../cpu-time.ts";
import type { LoadOrder, LoadReport } from "./load-worker.ts";

const seconds = 5;
const coreShare = 0.8;
const packetsPerSecond = 120;
/** With fewer packets than this arriving, the machine was too busy for a fair figure, and that is printed. */
const deliveredAtLeast = 0.95;

/** A process of a media server, and the loads that it carries. */
export type Carrier = { processId: number; orders: readonly LoadOrder[] };

/**
 * How many viewers these processes carry together at 80 % of a core each, at 120 packets/s of 1,100 bytes to a viewer, from
 * the processor time that their loads cost each of them side by side.
 */
export async function carriedViewers(carriers: readonly Carrier[]): Promise<number> {
  const loads = carriers.map(({ processId, orders }) => ({ processId, loads: orders.map(startLoad) }));
  const all = loads.flatMap((carrier) => carrier.loads);
  try {
    await Promise.all(all.map(({ joined }) => joined));
    const shares = await Promise.all(carriers.map(({ processId }) => cpuShare(processId)));
    const carried = loads.map((carrier, nth) => {
      const viewers = carrier.loads.reduce((sum, load) => sum + load.delivered(), 0);
      return (coreShare / (shares[nth] ?? Number.NaN)) * viewers;
    });
    return Math.round(carried.reduce((sum, each) => sum + each, 0));
  } finally {
    for (const load of all) load.end();
  }
}

/** Starts a load in a process of its own. */
function startLoad(order: LoadOrder) {
  const worker = fork(fileURLToPath(new URL("./load-worker.ts", import.meta.url)));
  const rates: number[] = [];
  const joined = new Promise<void>((resolve, reject) => {
    worker.once("exit", (code) => reject(new Error(`the load ended with code ${code}`)));
    worker.on("message", (report: LoadReport) => {
      if ("joined" in report) resolve();
      else rates.push(report.packetsPerSecond);
    });
    worker.send(order);
  });
  return {
    joined,
    /** Viewers, less the share of packets that did not arrive: dropping them must not make a server look fast. */
    delivered(): number {
      const rate = rates.slice(1).reduce((sum, each) => sum + each, 0) / Math.max(1, rates.length - 1);
      if (rate < packetsPerSecond * deliveredAtLeast)
        console.error(`${order.server}: only ${rate.toFixed(1)} of ${packetsPerSecond} packets/s arrived`);
      return order.viewers * Math.min(1, rate / packetsPerSecond);
    },
    end(): void {
      worker.removeAllListeners("exit");
      worker.kill("SIGKILL");
    },
  };
}

/** Share of one core that a process uses while five seconds pass, 0..1. */
async function cpuShare(processId: number): Promise<number> {
  const [startedMs, before] = [performance.now(), cpuSeconds(processId)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (cpuSeconds(processId) - before) / ((performance.now() - startedMs) / 1000);
}

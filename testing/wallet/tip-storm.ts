import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export type TipStorm = {
  /** The numbers of the tips that were answered with a receipt so far. */
  acknowledged: ReadonlySet<number>;
  kill(): Promise<void>;
  /** Resolves when every tip has been sent or the process died. */
  ended: Promise<void>;
};

const program = `
  import { openDatabase } from "#server/kit/database/database.ts";
  import { silentLog } from "#server/kit/database/log.ts";
  import { coalesce } from "#server/kit/coalesce.ts";
  import { createWallet } from "#server/wallet/wallet.ts";
  const [url, first, last, fans, model, way] = process.argv.slice(1);
  const db = openDatabase(url, { log: silentLog, poolMax: 8 });
  const wallet = createWallet();
  const alone = (order) => wallet.transfer(db, order);
  const together = coalesce((orders) => wallet.transferAll(db, orders), { atOnce: 2, batchMax: 50 });
  const send = way === "together" ? together : alone;
  let next = Number(first);
  async function worker() {
    while (next < Number(last)) {
      const n = next++;
      const from = { kind: "fan", id: 1 + (n % Number(fans)) };
      const to = { kind: "model", id: Number(model) };
      const answer = await send({ key: "storm:" + n, from, to, tokens: 1, kind: "tip", reason: "storm" });
      if (!answer.ok) throw new Error("refused");
      process.stdout.write(n + "\\n");
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker));
  await db.destroy();
`;

/**
 * A process of its own that sends the tips `first` to `last - 1`, one token each, spread over fans 1 to `fans`, by
 * eight workers, each alone or those side by side together, and prints each when it was acknowledged. It dies of the
 * first error.
 */
export function tipStorm(
  url: string,
  plan: { first: number; last: number; fans: number; modelId: number; way: "alone" | "together" },
): TipStorm {
  const words = [plan.first, plan.last, plan.fans, plan.modelId, plan.way].map(String);
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, url, ...words], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const acknowledged = new Set<number>();
  createInterface(child.stdout).on("line", (line) => acknowledged.add(Number(line)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    acknowledged,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

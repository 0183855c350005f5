import { flushCompileCache } from "node:module";
import { readConfig } from "#server/config.ts";
import { outliveOutput } from "#server/kit/standard-output.ts";
import { startSteps, stepsText } from "#server/kit/start-steps.ts";
import { explain } from "./start/explain.ts";
import { leaveOnSignal } from "./start/leave-on-signal.ts";
import { readyText } from "./start/ready-text.ts";
import { type NodeReady, runNodes } from "./start/run-nodes.ts";
import { assertPortFree, buildWeb, startProduct } from "./start/start-product.ts";

/** Starts the product; see {@link leaveOnSignal} for how it ends. With `--trace-start` it tells what each step took. */
const startedAt = performance.now();

outliveOutput();
const say = (line: string) => console.log(`  ${line}`);

try {
  const { processes, port, host, publicOrigin, demo, develop } = readConfig(process.env);
  if (processes > 1) {
    await assertPortFree(port, host);
    // Once for all of them, which would otherwise build it into one folder side by side.
    if (!develop) await buildWeb(say);
  }
  const product =
    processes > 1 ? await runNodes(processes, process.env) : await startProduct(process.env, say);
  // Before it is told: who reads that it is ready may end it in the same moment.
  leaveOnSignal(product.stop);
  if (process.env.FANLIGHT_NODE) {
    process.send?.({ ready: product.address } satisfies NodeReady);
    // The parent that started it is gone: nobody else would end it.
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  } else
    console.log(
      readyText((performance.now() - startedAt) / 1000, { address: product.address, publicOrigin, demo }),
    );
  if (process.argv.includes("--trace-start")) console.log(stepsText(startSteps()));
  // A killed process writes nothing at the end.
  flushCompileCache();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

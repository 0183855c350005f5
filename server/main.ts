import { explain } from "./start/explain.ts";
import { leaveOnSignal } from "./start/leave-on-signal.ts";
import { startProduct } from "./start/start-product.ts";

/** Starts the product; see {@link leaveOnSignal} for how it ends. */
const startedAt = performance.now();

try {
  const product = await startProduct(process.env, (line) => console.log(`  ${line}`));
  // Before it is told: who reads that it is ready may end it in the same moment.
  leaveOnSignal(product.stop);
  console.log(
    `Fanlight is ready at ${product.address} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

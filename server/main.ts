import { explain } from "./start/explain.ts";
import { startProduct } from "./start/start-product.ts";

/** Starts the product and stops it cleanly on Ctrl-C or SIGTERM. A second signal ends it at once. */
const startedAt = performance.now();
let stopping = false;

try {
  const product = await startProduct(process.env, (line) => console.log(`  ${line}`));
  console.log(
    `Fanlight is ready at ${product.address} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void leave(product.stop));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function leave(stop: () => Promise<void>): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  console.log("Stopping");
  await stop();
  process.exit(0);
}

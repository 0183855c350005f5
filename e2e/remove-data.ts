import { rmSync } from "node:fs";
import { expect } from "@playwright/test";
import { allOn, productOn } from "./processes.ts";

const stopWithinMs = 20_000;

/** Stops the product of the journeys, which the runner would do only after this, and removes its data folder. */
export default async function removeData(): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) return;
  const product = productOn(dataDir);
  if (product) process.kill(product.pid, "SIGTERM");
  const running = () =>
    allOn(dataDir).flatMap(({ pid, command }) =>
      command.includes("start.mjs") || command.includes("postgres") ? pid : [],
    );
  await expect.poll(running, { message: "the product has stopped", timeout: stopWithinMs }).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

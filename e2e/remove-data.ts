import { rmSync } from "node:fs";

/** Removes the data folder of the journeys once their server has stopped. */
export default function removeData(): void {
  if (process.env.E2E_DATA_DIR)
    rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true, maxRetries: 5 });
}

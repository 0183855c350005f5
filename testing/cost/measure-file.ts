import { afterAll } from "vitest";
import { cpuSecondsOf } from "./cpu-seconds.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor seconds of a test file, with the processes that it started; null where they cannot be read. */
    cpuSeconds?: number | null;
  }
}

// This module is run before each test file of a worker: the file's imports count as the file's.
const before = cpuSecondsOf(process.pid);

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures the hook needs: none
afterAll(({}, file) => {
  const after = cpuSecondsOf(process.pid);
  file.meta.cpuSeconds = before === null || after === null ? null : after - before;
});

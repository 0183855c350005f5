import { execFile } from "node:child_process";
import { promisify } from "node:util";

const program = `process.stdout.write(require("node:fs").readFileSync("/proc/self/status", "utf8"))`;

/** The addresses that a Node process has reserved on this machine before it does anything, in megabytes. Linux only. */
export async function plainNodeMegabytes(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env: {} });
  const kilobytes = /^VmPeak:\s+(\d+) kB$/m.exec(stdout)?.[1];
  if (kilobytes === undefined) throw new Error(`no peak in ${stdout}`);
  return Math.ceil(Number(kilobytes) / 1024);
}

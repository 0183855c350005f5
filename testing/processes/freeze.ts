import { readdirSync, readFileSync } from "node:fs";
import { until } from "#testing/until.ts";

/** Stops a process where it is (SIGSTOP); over once all of its threads stand still, as far as Linux tells. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  if (process.platform === "linux")
    await until(() => statesOf(pid).every((state) => state === "T"), "all threads to stop");
}

/** The state of each thread, proc_pid_stat(5): what follows the name in brackets. */
function statesOf(pid: number): (string | undefined)[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((thread) => {
    const text = readFileSync(`${tasks}/${thread}/stat`, "utf8");
    return text[text.lastIndexOf(")") + 2];
  });
}

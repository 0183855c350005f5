import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The rights of a process's threads: every real, effective, saved and file system id, each once. */
export function rightsOf(pid: number): { uids: number[]; gids: number[]; groups: number[] } {
  const threads = readdirSync(`/proc/${pid}/task`);
  const statuses = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8"));
  const ids = (name: string) => [
    ...new Set(
      statuses.flatMap((status) => new RegExp(`^${name}:(.*)$`, "m").exec(status)?.[1]?.match(/\d+/g) ?? []),
    ),
  ];
  return { uids: ids("Uid").map(Number), gids: ids("Gid").map(Number), groups: ids("Groups").map(Number) };
}

/** The environment that a process was started with. */
export function environmentOf(pid: number): string {
  return readFileSync(`/proc/${pid}/environ`, "utf8");
}

/** Names of the files that a process has open. */
export function filesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

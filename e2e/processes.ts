import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process of this machine, as /proc lists it. */
export type Process = { pid: number; parent: number; command: string };

/** All processes that can be read. */
export function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => read(Number(pid)));
}

/** The product's process that runs on this data folder, or undefined. */
export function productOn(dataDir: string): Process | undefined {
  return processes().find(
    ({ pid, command }) => /^\S*node\S* \S*scripts\/start\.mjs$/.test(command) && runsOn(pid, dataDir),
  );
}

/** The media engine of the product that runs on this data folder, or undefined. */
export function engineOn(dataDir: string): Process | undefined {
  const product = productOn(dataDir);
  return processes().find(
    ({ parent, command }) => parent === product?.pid && command.includes("media-engine/main.ts"),
  );
}

/** The embedded database's main process on this data folder, or undefined: it runs within its own folder. */
export function databaseOn(dataDir: string): Process | undefined {
  return processes().find(({ pid, command }) => / -D /.test(command) && worksIn(pid, dataDir));
}

/** Every process that was started for this data folder: by its arguments, its environment or where it runs. */
export function allOn(dataDir: string): Process[] {
  return processes().filter(
    ({ pid, command }) => command.includes(dataDir) || runsOn(pid, dataDir) || worksIn(pid, dataDir),
  );
}

function worksIn(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataDir}/`);
  } catch {
    return false;
  }
}

function runsOn(pid: number, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`DATA_DIR=${dataDir}`);
  } catch {
    return false;
  }
}

/** A process may end while it is being read; one that ended and waits for its parent has no command. */
function read(pid: number): Process[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
    return command === "" ? [] : [{ pid, parent, command }];
  } catch {
    return [];
  }
}

import { statfsSync } from "node:fs";
import { freemem } from "node:os";

const inMemory = "/dev/shm";
const gib = 2 ** 30;
/** The space that a run of all tests takes there at the same time, generously. */
const neededBytes = 3 * gib;

/**
 * Lets `os.tmpdir()` of this process and of all it starts lie in memory, unless TMPDIR names another place or memory is short.
 * Databases that tests clone and drop are thousands of small files: on a disk's file system to make and to remove them
 * takes a quarter of all processor time. A file there outlives a killed process as one on a disk does.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || process.platform !== "linux") return;
  if (freemem() > 2 * neededBytes && freeBytes(inMemory) > neededBytes) process.env.TMPDIR = inMemory;
}

/** How many bytes fit into the file system of a folder; none when there is no such folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

import { writeSync } from "node:fs";

const triedAgainMs = 20;
/** Up to so many characters wait until they can be written; lines beyond them are lost. */
const waitingMax = 16_000_000;
/** At its end the process waits so long for a reader that takes nothing. */
const readerMsMax = 1_000;

/**
 * Lines on standard output in their order, those of one turn of the event loop together. A full disk ends nothing and holds
 * nothing up: lines wait for room, and are lost where the process ends before. A reader that is slow is waited for without
 * holding up the process; when it ends, for as long as the reader takes anything. Pino's own destination would throw at a
 * full disk, and when the process ends try for ever.
 */
export function standardOutput(): { write(line: string): void } {
  // Opened in this way a full pipe answers EAGAIN and holds up nobody.
  const { fd } = process.stdout;
  let lines: string[] = [];
  let characters = 0;
  let part: Uint8Array = new Uint8Array();
  let isDue = false;
  let isKeptAtExit = false;

  function writeAll(): void {
    while (part.length > 0 || lines.length > 0) {
      if (part.length === 0) {
        part = Buffer.from(lines.join(""));
        lines = [];
        characters = 0;
      }
      part = part.subarray(writeSync(fd, part));
    }
  }

  function writeOrWait(): void {
    try {
      writeAll();
      isDue = false;
    } catch {
      setTimeout(writeOrWait, triedAgainMs).unref();
    }
  }

  function writeLast(): void {
    let left = part.length;
    for (let waitedMs = 0; waitedMs < readerMsMax; waitedMs += triedAgainMs) {
      try {
        return writeAll();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
        if (part.length !== left) waitedMs = 0;
        left = part.length;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, triedAgainMs);
      }
    }
  }

  return {
    write(line) {
      if (part.length + characters + line.length > waitingMax) return;
      lines.push(line);
      characters += line.length;
      if (!isKeptAtExit) process.on("exit", writeLast);
      isKeptAtExit = true;
      if (!isDue) setImmediate(writeOrWait);
      isDue = true;
    },
  };
}

/** Loses what the console cannot write, to a full disk or to a reader that is gone, where it would end the process. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

import { joinBytes } from "./bytes.ts";

/** A track's buffer in the browser, which takes one append or removal at a time. */
export type AppendQueue = {
  append(bytes: Uint8Array): void;
  /** Another container or codec from the next append on. */
  changeType(type: string): void;
  /** Forgets what is before this moment, in seconds; the next call waits for its turn. */
  trimBefore(seconds: number): void;
  /** Where what is buffered begins and ends, in seconds; null while there is nothing. */
  range(): { start: number; end: number } | null;
  stop(): void;
};

type Turn = { bytes: Uint8Array } | { type: string };

/** `onFail`: the browser refuses what is appended, or has no room for it. */
export function createAppendQueue(buffer: SourceBuffer, onFail: () => void): AppendQueue {
  const turns: Turn[] = [];
  const over = new AbortController();
  let trimSeconds = 0;

  function next() {
    if (over.signal.aborted || buffer.updating) return;
    try {
      const first = turns[0];
      if (first && "type" in first) {
        turns.shift();
        buffer.changeType(first.type);
        next();
      } else if (trimSeconds > 0) {
        const endSeconds = trimSeconds;
        trimSeconds = 0;
        buffer.remove(0, endSeconds);
      } else if (first) {
        buffer.appendBuffer(joinBytes(takeBytes(turns)));
      }
    } catch {
      fail();
    }
  }
  function fail() {
    if (over.signal.aborted) return;
    over.abort();
    onFail();
  }
  buffer.addEventListener("updateend", next, { signal: over.signal });
  buffer.addEventListener("error", fail, { signal: over.signal });

  return {
    append(bytes) {
      turns.push({ bytes });
      next();
    },
    changeType(type) {
      turns.push({ type });
      next();
    },
    trimBefore(seconds) {
      trimSeconds = seconds;
      next();
    },
    range() {
      if (over.signal.aborted) return null;
      const { buffered } = buffer;
      return buffered.length === 0
        ? null
        : { start: buffered.start(0), end: buffered.end(buffered.length - 1) };
    },
    stop: () => over.abort(),
  };
}

/** All bytes up to the next change of type. */
function takeBytes(turns: Turn[]): Uint8Array[] {
  const bytes: Uint8Array[] = [];
  for (let turn = turns[0]; turn && "bytes" in turn; turn = turns[0]) {
    bytes.push(turn.bytes);
    turns.shift();
  }
  return bytes;
}

import type { MediaCore, RoomReport } from "#server/media/media.ts";

type Listener = Parameters<MediaCore["onReport"]>[0];

/** The reports that one process hears of the media engine, and its end. */
export function reportsTo(read: () => ReadonlyMap<string, RoomReport>) {
  const listeners: Listener[] = [];
  let ended = () => {};
  return {
    onReport(listener: Listener) {
      listeners.push(listener);
      return () => {};
    },
    onEvent(listener: Parameters<MediaCore["onEvent"]>[0]) {
      ended = () => listener({ kind: "engine-down" });
      return () => {};
    },
    healthy: () => true,
    report() {
      for (const listener of listeners) listener(read());
    },
    end: () => ended(),
  };
}

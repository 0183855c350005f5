import type { RealtimePayloads } from "#contract/realtime-events.ts";

/** One busy room, the same for every server that is measured. */
export const load = { sockets: 1_000, linesPerSecond: 100, warmUpMs: 500, measuredMs: 3_500 };

/** Stands once in every line, so that arrivals can be counted in raw bytes. */
export const marker = "~line~";

/** The crowd that reads it; the first client notes how long lines took. */
export const crowdOf = { sockets: load.sockets, marker, timed: { clients: 1, sentAt: /"at":"([^"]+)"/g } };

/** A chat line of ordinary length, with the time it was sent. */
export function chatLine(id: number): RealtimePayloads["RoomMessage"] {
  return {
    id,
    client_message_id: `page-${id}`,
    author: { id: 1 + (id % 900), name: "moonlit_fox", role: "fan" },
    kind: "text",
    body: `${marker} that turn at the end was wonderful, do it again please!`,
    at: new Date().toISOString(),
  };
}

/** Sends `lines` lines at the load's pace; late ticks are caught up, so that the number is exact. */
export function sendLines(lines: number, send: (id: number) => void): Promise<void> {
  const startedAtMs = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAtMs) / 1_000) * load.linesPerSecond);
      while (sent < Math.min(due, lines)) {
        sent += 1;
        send(sent);
      }
      if (sent < lines) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
}

import type { Logger } from "pino";
import { type RawData, WebSocket } from "ws";
import { readRequest, readResponse, replacedLeave } from "./relay.ts";
import type { ViewerSession, ViewerSessions } from "./viewer-sessions.ts";

/** Both ends of a viewer's signalling; `leave` ends the session when either goes. */
type Connected = { client: WebSocket; upstream: WebSocket; session: ViewerSession; leave(): void };

/** Passes messages both ways until either side goes; answers how to end both. */
export function passSignalling(
  { client, upstream, session, leave }: Connected,
  { sessions, log }: { sessions: ViewerSessions; log: Pick<Logger, "warn"> },
): ViewerSession["hangUp"] {
  const pass = (to: WebSocket, bytes: Uint8Array) => to.readyState === WebSocket.OPEN && to.send(bytes);
  /** A message that cannot be read ends the session. */
  const reading = (read: (data: RawData) => void) => (data: RawData) => {
    try {
      read(data);
    } catch (err) {
      log.warn({ err }, "a message of LiveKit's protocol was not read");
      leave();
    }
  };
  const ask = reading((data) => {
    if (session.isOver) return;
    const asked = readRequest(data);
    if (asked?.received) sessions.received(session, asked.received);
    if (asked) pass(upstream, asked.bytes);
  });
  const leaveFor = (err: unknown) => {
    log.warn({ err }, "LiveKit did not learn whether a viewer receives");
    leave();
  };
  // Without the client's answer nothing can be sent to it: it waits until LiveKit knows whether anything may.
  let settled = Promise.resolve();
  client.on("message", (data, isBinary) => isBinary && void settled.then(() => ask(data)));
  upstream.on(
    "message",
    reading((data) => {
      const response = readResponse(data);
      if (response?.sessionId) settled = sessions.joined(session, response.sessionId).catch(leaveFor);
      if (response && (!session.isOver || response.isLeave)) pass(client, response.bytes);
    }),
  );
  for (const end of [client, upstream]) {
    end.on("close", leave);
    end.on("error", leave);
  }
  return (isReplaced) => {
    if (isReplaced) pass(client, replacedLeave());
    client.close();
    upstream.close();
  };
}

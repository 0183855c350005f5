import type { Clock } from "#server/kit/clock.ts";
import type { Connection } from "./connection.ts";
import { heartbeatFrames } from "./frames.ts";
import type { Hub } from "./hub.ts";
import type { RealtimeLimits } from "./limits.ts";

/**
 * Asks every page for a sign of life, hangs up on those that gave none since the last time, and cuts those whose
 * session has ended by itself. Returns how to stop.
 */
export function keepAlive(hub: Hub, clock: Clock, limits: RealtimeLimits): () => void {
  function beat(connection: Connection, nowMs: number): void {
    const { subject } = connection;
    const endsAtMs = subject.userId === null ? undefined : subject.expiresAtMs;
    if (endsAtMs !== undefined && endsAtMs <= nowMs) hub.cutOne(connection, "logged_out");
    else if (!connection.alive) connection.terminate();
    else {
      connection.alive = false;
      connection.write(heartbeatFrames);
    }
  }
  return clock.every(limits.heartbeatMs, () => {
    for (const connection of hub.connections) beat(connection, clock.now().getTime());
  });
}

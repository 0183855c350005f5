import type { Clock } from "#server/kit/clock.ts";
import type { Connection } from "./connection.ts";
import { heartbeatFrames } from "./frames.ts";
import type { Hub } from "./hub.ts";
import type { RealtimeLimits } from "./limits.ts";

/**
 * Pings every client, terminates those that have not answered since the last ping, and disconnects those whose session
 * has expired. Returns how to stop.
 */
export function startHeartbeat(hub: Hub, clock: Clock, limits: RealtimeLimits): () => void {
  function beat(connection: Connection, nowMs: number): void {
    const { subject } = connection;
    const endsAtMs = subject.userId === null ? undefined : subject.expiresAtMs;
    if (endsAtMs !== undefined && endsAtMs <= nowMs) hub.disconnectOne(connection, "logged_out");
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

type CheckNeeds = {
  clock: Clock;
  limits: Pick<RealtimeLimits, "sessionCheckMs">;
  liveTokens: (tokenIds: readonly string[]) => Promise<ReadonlySet<string>>;
  report: (error: unknown) => void;
};

const tokensAtOnce = 1_000;

/** Disconnects those whose session has ended without this node being notified. Returns how to stop. */
export function startSessionCheck(hub: Hub, { clock, limits, liveTokens, report }: CheckNeeds): () => void {
  async function check(): Promise<void> {
    const held = [...hub.connections].flatMap(({ subject }) =>
      subject.userId === null ? [] : [subject.tokenId],
    );
    const tokenIds = [...new Set(held)];
    for (let first = 0; first < tokenIds.length; first += tokensAtOnce) {
      const some = tokenIds.slice(first, first + tokensAtOnce);
      const live = await liveTokens(some);
      for (const tokenId of some) if (!live.has(tokenId)) hub.disconnect({ tokenId }, "logged_out");
    }
  }
  return clock.every(limits.sessionCheckMs, () => void check().catch(report));
}

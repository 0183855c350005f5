import { randomUUID } from "node:crypto";
import type { Lease } from "../store/participants-store.ts";
import type { MeterNeeds } from "./meter-types.ts";
import type { RunningMeters } from "./running-meters.ts";

/** A lease this old belongs to a process that is gone. */
const leaseMs = 5_000;
const adoptEveryMs = 2_000;

/**
 * Keeps leases: the name by which this process keeps participants, until when, and how it takes over those that
 * another process has left open.
 */
export function keepLeases(needs: MeterNeeds, meters: RunningMeters) {
  const { clock, log } = needs;
  let keeper = randomUUID();
  /** False until this process owns the media and takes shows over; its engine may not run before that. */
  let hasTakenOver = false;

  function lease(): Lease {
    const now = clock.now();
    return { keeper, leaseUntil: new Date(now.getTime() + leaseMs), now };
  }

  async function adopt(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const { modelPaused, startedAt, ...participant } of await needs.adopt(lease(), meters.ids()))
      meters.begin(participant, modelPaused, startedAt);
  }

  const stop = clock.every(adoptEveryMs, () => {
    if (hasTakenOver) adopt().catch((err) => log.error({ err }, "shows could not be kept"));
  });
  return {
    lease,
    adopt,
    /** Becomes a keeper of another name, and adopts what is open. */
    takeOver(): Promise<void> {
      keeper = randomUUID();
      hasTakenOver = true;
      return adopt();
    },
    leave(): void {
      hasTakenOver = false;
    },
    stop,
  };
}

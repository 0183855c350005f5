import type { ViewerFlow } from "#server/media/media.ts";
import { serve, silenceMsMax } from "../rules/meter.ts";
import { keepLeases } from "./leases.ts";
import type { MeterNeeds, ShowMeter } from "./meter-types.ts";
import { runMeters } from "./running-meters.ts";
import { progressOf, settleMeters } from "./settle-meters.ts";

/**
 * Starts the one ticker of all participants: it moves with the media engine's reports, each second. `meter-state.ts` says
 * what becomes of a meter, `running-meters.ts` runs them, `settle-meters.ts` stores and charges them, `leases.ts` takes
 * them over.
 */
export function createMeter(needs: MeterNeeds): ShowMeter {
  const { clock, log, reports, pauses } = needs;
  const nowMs = () => clock.now().getTime();
  const meters = runMeters(needs);
  const { lease, adopt, takeOver, ...leases } = keepLeases(needs, meters);
  const settleAll = settleMeters(needs, meters, lease);
  /** The flows of each room as the engine last reported them on request. */
  const lastFlows = new Map<string, ViewerFlow[]>();
  let reportedMs = nowMs();
  let busy = false;

  async function tick(): Promise<void> {
    if (!needs.owner.isMine()) return;
    for (const each of meters.all()) meters.read(each, reportedMs);
    if (busy || meters.all().length === 0) return;
    busy = true;
    await settleAll().finally(() => {
      busy = false;
    });
  }

  async function catchUp(slug: string): Promise<void> {
    const flows = await reports.flows(slug);
    lastFlows.set(slug, flows);
    meters.count(slug, flows);
  }

  const tickSafely = () => void tick().catch((err) => log.error({ err }, "shows could not be kept"));
  const stops = [
    reports.onReport(() => {
      reportedMs = nowMs();
      tickSafely();
    }),
    // Without reports no second is charged, and the wait for an absent fan still runs out.
    clock.every(silenceMsMax, () => nowMs() - reportedMs > silenceMsMax && tickSafely()),
    leases.stop,
  ];
  return {
    lease() {
      const { keeper, leaseUntil } = lease();
      return { keeper, lease_until: leaseUntil };
    },
    take({ modelPaused = false, ...participant }) {
      if (!meters.get(participant.id)) meters.begin(participant, modelPaused, null);
    },
    meterOf: (id) => meters.get(id)?.meter,
    lastOf({ modelPaused, startedAt, ...participant }) {
      const mine = meters.get(participant.id);
      if (mine) return mine.meter;
      pauses.begin(participant.slug, modelPaused);
      const flows = lastFlows.get(participant.slug) ?? [];
      return serve(participant.meter, meters.countUnkept(participant, flows, startedAt));
    },
    catchUp,
    async keepAll() {
      await Promise.all([...new Set(meters.all().map(({ state }) => state.slug))].map(catchUp));
      const all = meters.all().map(({ state }) => progressOf(state));
      if (all.length > 0) await needs.keep(lease(), all);
    },
    lowerRate: meters.lowerRate,
    raisingRate: meters.costRises,
    drop: meters.drop,
    adopt,
    tick,
    takeOver,
    dropAll() {
      leases.leave();
      for (const id of meters.ids()) meters.drop(id);
      pauses.forget();
      lastFlows.clear();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

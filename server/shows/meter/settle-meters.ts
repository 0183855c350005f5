import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { Outage } from "#server/kit/outage.ts";
import { isFreeLookOver } from "../rules/meter.ts";
import type { Lease, Progress } from "../store/participants-store.ts";
import { isChargeDue, isShowDue } from "./meter-state.ts";
import type { Metered, MeterNeeds } from "./meter-types.ts";
import type { RunningMeter, RunningMeters } from "./running-meters.ts";

/**
 * Keeps in the database how far the meters have come, charges what is due, ends what is over, and shows pages the rest.
 * One meter that fails hinders no other.
 */
export function settleMeters(needs: MeterNeeds, meters: RunningMeters, lease: () => Lease) {
  const { pauses } = needs;

  const safelyOf = (one: RunningMeter, work: (one: RunningMeter) => Promise<void>) =>
    work(one).catch((err) => needs.log.error({ err, id: one.state.id }, "a show could not be kept"));

  async function persist(asked: readonly RunningMeter[]): Promise<void> {
    const comparePause = pauses.compare();
    const ratesOf = new Map(asked.map((one) => [one, one.state.rates]));
    const kept = await needs.keep(
      lease(),
      asked.map(({ state }) => progressOf(state)),
    );
    for (const [one, rates] of ratesOf) {
      // The show ended by other means while it was being stored.
      if (!meters.isRunning(one)) continue;
      const state = kept.get(one.state.id);
      if (!state) {
        meters.drop(one.state.id);
        continue;
      }
      comparePause(one.state.slug, state.modelPaused);
      meters.send(one, { kind: "kept", kept: state, rates, nowMs: needs.clock.now().getTime() });
      await safelyOf(one, settle);
    }
  }

  async function settle(one: RunningMeter): Promise<void> {
    if (isChargeDue(one.state)) {
      await charge(one);
      if (!meters.isRunning(one)) return;
    }
    if (one.state.over) return void (await needs.over(one.state, one.state.over));
    if (!isShowDue(one.state)) return;
    meters.send(one, { kind: "shown" });
    needs.moved(one.state);
  }

  /** Charges the seconds that are due and holds more tokens. */
  async function charge(one: RunningMeter): Promise<void> {
    const funds = await needs.slice(one.state.id, one.state.meter).catch((err) => {
      meters.send(one, {
        kind: "charge_failed",
        isOutage: isDatabaseUnavailable(err) || err instanceof Outage,
      });
      throw err;
    });
    if (!funds) return meters.drop(one.state.id);
    meters.send(one, { kind: "charged", funds });
  }

  return async function settleAll(): Promise<void> {
    const looked = meters.all().filter(({ state }) => state.over === null && isFreeLookOver(state.meter));
    for (const one of looked) await safelyOf(one, charge);
    await persist(meters.all());
  };
}

/** How far a meter has come, as the database keeps it. */
export function progressOf({ id, meter: { servedMs, pause, price } }: Metered): Progress {
  return { id, servedMs, pause, units: price?.units ?? 0, steps: price?.steps, rate: price?.rate ?? null };
}

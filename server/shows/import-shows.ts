import { randomUUID } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import type { ShowsNeeds } from "./needs.ts";
import type { ShowTables } from "./store/tables.ts";

/** A show that a fan paid for elsewhere, at one rate without a pause. */
export type ImportedShow = {
  modelId: number;
  modelName: string;
  fanId: number;
  mode: "private" | "vip";
  /** Tokens a minute. */
  rate: number;
  minimum: number;
  seconds: number;
  /** The tokens charged of the hold. */
  spent: number;
  holdId: number;
  startedAt: Date;
  endedAt: Date;
  /** From 1 to 5; null: the fan did not rate it. */
  rating: number | null;
};

/** Writes shows down that are over, each as the only part of its session. */
export function importShows({ rooms, termsVersion }: Pick<ShowsNeeds, "rooms" | "termsVersion">) {
  return async (tx: Tx, shows: readonly ImportedShow[]): Promise<void> => {
    if (shows.length === 0) return;
    const sessions = await rooms.importSessions(tx, shows);
    await tx
      .$extendTables<ShowTables>()
      .insertInto("live.participant")
      .values(
        shows.map((show, index) => ({ ...rowOf(show, termsVersion), session_id: sessions[index] ?? 0 })),
      )
      .execute();
  };
}

const rowOf = (show: ImportedShow, terms: string) => ({
  model_id: show.modelId,
  model_name: show.modelName,
  fan_id: show.fanId,
  role: "payer" as const,
  rate: show.rate,
  minimum: show.minimum,
  terms,
  served_ms: show.seconds * 1_000,
  price_units: show.rate * show.seconds,
  // All of it was charged at the one rate.
  price_steps: null,
  hold_id: show.holdId,
  spent: show.spent,
  escrow_max: show.rate,
  started_at: show.startedAt,
  ended_at: show.endedAt,
  end_reason: "fan_left" as const,
  rating: show.rating,
  keeper: randomUUID(),
  lease_until: show.endedAt,
});

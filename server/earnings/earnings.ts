/**
 * A model's earnings by kind, fan and show, read from the ledger. Payouts are entered in `support/admin/payouts.ts`.
 */

import type { StudioEarnings } from "#contract/earnings.ts";
import type { Identity } from "#server/identity/identity.ts";
import { csvOf } from "#server/kit/csv.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Shows } from "#server/shows/shows.ts";
import type { EarningsSpan, Wallet } from "#server/wallet/wallet.ts";

type EarningsNeeds = {
  db: Database;
  identity: Pick<Identity, "shownNames">;
  wallet: Pick<Wallet, "earningLines" | "earnedByKind" | "earnedByFan" | "earnedByHold" | "takenBackIn">;
  rooms: Pick<Rooms, "tips">;
  shows: Pick<Shows, "holdsOfSpies" | "showsOfHolds" | "ratingsOf">;
};

/** A model's earnings, read from the ledger. Fans who tipped anonymously, or spied on a show, are named nowhere. */
export type Earnings = {
  view(span: EarningsSpan): Promise<StudioEarnings>;
  /** Every earning as CSV, newest first, at most 50,000. */
  csv(span: EarningsSpan): Promise<string>;
};

const showsMax = 100;

/** The module keeps no state: both are read again from the ledger, the rooms and their shows. */
export function createEarnings(needs: EarningsNeeds): Earnings {
  const { db, identity, wallet, rooms, shows } = needs;
  return {
    async view(span) {
      const [kinds, { byFan, byHold }, ratings] = await Promise.all([
        wallet.earnedByKind(db, span),
        earnedByFan(needs, span),
        shows.ratingsOf(span.modelId),
      ]);
      const named = byFan.fans.flatMap(({ fanId }) => fanId ?? []);
      const names = await identity.shownNames(db, named);
      return {
        tokens: kinds.reduce((sum, { tokens }) => sum + tokens, 0),
        kinds,
        fans: byFan.fans.map(({ fanId, ...sum }) => ({
          fan_id: fanId,
          name: fanId === null ? null : (names.get(fanId) ?? null),
          ...sum,
        })),
        others: byFan.others,
        shows: await showsOf(needs, byHold),
        ...(ratings && { ratings }),
      };
    },
    async csv(span) {
      const lines = await wallet.earningLines(db, span);
      const holds = [...new Set(lines.flatMap(({ holdId }) => holdId ?? []))];
      const takenBack = [...new Set(lines.flatMap(({ reverses }) => reverses ?? []))];
      // Asked for after the lines, so that it covers a tip that came meanwhile.
      const tips = new Set(await rooms.tips.unnamed(db, { ...span, takenBack }));
      const spies = new Set(await shows.holdsOfSpies(db, holds));
      const fanOf = ({ id, fanId, holdId, reverses }: (typeof lines)[number]) =>
        tips.has(reverses ?? id) || (holdId !== null && spies.has(holdId)) ? null : fanId;
      const [names, ofHolds] = await Promise.all([
        identity.shownNames(db, [...new Set(lines.flatMap((line) => fanOf(line) ?? []))]),
        shows.showsOfHolds(holds),
      ]);
      const rows = lines.map((line) => ({
        at: line.at.toISOString(),
        kind: line.kind,
        tokens: line.tokens,
        fan: names.get(fanOf(line) ?? 0),
        show: line.holdId === null ? null : ofHolds.get(line.holdId)?.id,
        transfer_id: line.id,
      }));
      return csvOf(rows, ["at", "kind", "tokens", "fan", "show", "transfer_id"]);
    },
  };
}

/** In one view of the database: a tip or a spy that came between two of the readings would be named. */
function earnedByFan({ db, wallet, rooms, shows }: EarningsNeeds, span: EarningsSpan) {
  const snapshot = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (tx) => {
    const byHold = await wallet.earnedByHold(tx, span);
    const takenBack = await wallet.takenBackIn(tx, span);
    const transfers = await rooms.tips.unnamed(tx, { ...span, takenBack });
    const holds = await shows.holdsOfSpies(tx, [...byHold.keys()]);
    return { byHold, byFan: await wallet.earnedByFan(tx, span, { transfers, holds }) };
  });
}

/** The shows that these holds were charged for, newest first. */
async function showsOf(
  { shows }: EarningsNeeds,
  byHold: ReadonlyMap<number, number>,
): Promise<StudioEarnings["shows"]> {
  const ofHolds = await shows.showsOfHolds([...byHold.keys()]);
  const sums = new Map<number, StudioEarnings["shows"][number]>();
  for (const [hold, { id, mode, startedAt, endedAt }] of ofHolds) {
    const { fans = 0, tokens = 0 } = sums.get(id) ?? {};
    sums.set(id, {
      ...{ id, mode, started_at: startedAt.toISOString(), ended_at: endedAt?.toISOString() ?? null },
      ...{ fans: fans + 1, tokens: tokens + (byHold.get(hold) ?? 0) },
    });
  }
  return [...sums.values()].sort((one, other) => other.id - one.id).slice(0, showsMax);
}

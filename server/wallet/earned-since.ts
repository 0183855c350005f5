import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/**
 * What each model earned since an instant, in tokens: all that fans spent on her, less what was taken back. Who earned
 * nothing is not in it. It is read from the transfers, so that it needs no locks and no roll-up.
 */
export async function earnedSince(reader: Reader, since: Date): Promise<Map<number, number>> {
  const rows = await readRows(
    reader,
    sql<{ model_id: number; tokens: number }>`
      with moved as (
        select credit_id as account_id, amount from wallet.transfer
        where created_at >= ${since}
          and kind in ('tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice')
        union all
        select debit_id, -amount from wallet.transfer
        where created_at >= ${since} and kind in ('refund', 'chargeback'))
      select a.owner_id as model_id, sum(moved.amount)::bigint as tokens
      from moved join wallet.account as a on a.id = moved.account_id
      where a.kind = 'model'
      group by a.owner_id having sum(moved.amount) > 0`,
  );
  return new Map(rows.map(({ model_id, tokens }) => [model_id, tokens]));
}

import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** The tokens that all accounts of each kind hold together. */
export async function totals(reader: Reader): Promise<Record<string, number>> {
  const sums = await readRows(
    reader,
    sql<{ kind: string; tokens: number }>`
      select a.kind::text as kind, (sum(a.balance) + coalesce(sum(p.amount), 0))::bigint as tokens
      from wallet.account as a
      left join (select account_id, sum(amount)::bigint as amount from wallet.pending group by account_id) as p
        on p.account_id = a.id
      group by a.kind order by a.kind`,
  );
  return Object.fromEntries(sums.map(({ kind, tokens }) => [kind, tokens]));
}

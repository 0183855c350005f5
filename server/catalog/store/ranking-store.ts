import { sql } from "kysely";
import { unranked } from "#contract/field-bounds.ts";
import type { Tx } from "#server/kit/database/database.ts";

/**
 * Ranks the models of each gender by what they earned (tokens by model): who earned most is 1, of equals the older one
 * comes first. Who earned nothing, or is kept out of the lists, has no rank.
 */
export async function rankByEarnings(tx: Tx, earned: ReadonlyMap<number, number>): Promise<void> {
  const [ids, tokens] = [[...earned.keys()], [...earned.values()]];
  await sql`
    with ranked as (
      select model.id, row_number() over (partition by gender_id order by earned.tokens desc, model.id) as rank
      from catalog.model as model
      join unnest(${ids}::bigint[], ${tokens}::bigint[]) as earned (id, tokens) on earned.id = model.id
      where model.listed and earned.tokens > 0)
    update catalog.model as model set earning_rank = coalesce(fresh.rank, ${unranked})
    from (select every.id, ranked.rank from catalog.model as every left join ranked on ranked.id = every.id) as fresh
    where fresh.id = model.id and model.earning_rank <> coalesce(fresh.rank, ${unranked})`.execute(tx);
}

import { type QueryExecutorProvider, sql } from "kysely";

/** Lists a model who has just registered, as if they had given everything and staff had approved it. */
export async function listModel(database: QueryExecutorProvider, modelId: number): Promise<void> {
  await sql`
    update catalog.model set listing = 'approved', gender_id = 1, birth_date = '2000-01-01',
      country = coalesce(country, 'US'), rate_private = 60, rate_vip = 90, rate_spy = 20
    where id = ${modelId}`.execute(database);
}

import { type RawBuilder, sql } from "kysely";

/** Up to this many rows are sorted; the first of more rows are found in the order's own index. */
const sortedMax = 50;

type Condition = RawBuilder<unknown>;

/** The filter and the order of a list of models. */
export type Wanted = {
  /** Name of the result, of which {@link firstInOrder} makes further ones. */
  as: string;
  /** The condition that distinguishes the models from all listed ones of their gender; null: nothing does. */
  where: Condition | null;
  /** The listed models of a gender, over `catalog.model as model`. */
  listed: Condition;
  /** Where the list goes on: one condition for each stretch of the index, in its order. */
  stretches: readonly Condition[];
  /** The columns that are found of each model beside the id: those that the order goes by. */
  columns: RawBuilder<unknown>;
  /** The order by the names of those columns and `id`, and the same by the columns of the index. */
  sortedOrder: RawBuilder<unknown>;
  indexOrder: RawBuilder<unknown>;
  limit: number;
};

/**
 * The first models of an order that fit, as `id` and what they are sorted by, in parts of a `with`. How rare they are the planner only
 * guesses, and where it guesses wrong it goes through the whole order for the few. So the few are gathered at first, by
 * whichever index, and sorted; where there are more, going along the order soon finds enough of them.
 */
export function firstInOrder({
  as,
  where,
  listed,
  stretches,
  columns,
  ...wanted
}: Wanted): RawBuilder<unknown> {
  const { sortedOrder, indexOrder, limit } = wanted;
  const [name, few, fewness] = [as, `${as}_few`, `${as}_fewness`].map((part) => sql.ref(part));
  const along = (condition: Condition) =>
    sql.join(
      stretches.map(
        (stretch) => sql`
        (select model.id, ${columns} from catalog.model as model
         where ${listed} and ${condition} and ${stretch}
         order by ${indexOrder}
         limit ${sql.lit(limit)})`,
      ),
      sql` union all `,
    );
  if (where === null) return sql`${name} as (${along(sql`true`)})`;
  const further = sql.join(
    stretches.map((stretch) => sql`(${stretch})`),
    sql` or `,
  );
  return sql`
    ${few} as materialized (
      select model.id, ${columns} from catalog.model as model
      where ${listed} and ${where} and (${further})
      limit ${sortedMax + 1}),
    ${fewness} as (select count(*) <= ${sortedMax} as is_few from ${few}),
    ${name} as (
      (select * from ${few} where (select is_few from ${fewness}) order by ${sortedOrder} limit ${limit})
      union all
      select * from (${along(sql`(not (select is_few from ${fewness})) and ${where}`)}) as many)`;
}

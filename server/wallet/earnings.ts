import { type RawBuilder, sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** A model's earnings from an instant until before another. */
export type EarningsSpan = { modelId: number; from: Date; before: Date };
export type Sum = { count: number; tokens: number };

/** One movement: negative tokens went back to the fan. `holdId`: what was set aside for a show. */
export type Earning = {
  id: number;
  at: Date;
  kind: string;
  tokens: number;
  fanId: number | null;
  holdId: number | null;
  /** The transfer that was taken back by this one; null: it takes none back. */
  reverses: number | null;
};

/** Movements whose fans a model does not learn of: what belongs to these transfers, their ways back included, and to these holds. */
export type Unnamed = { transfers: readonly number[]; holds: readonly number[] };

const linesMax = 50_000;
const fansMax = 50;

/** All that came to the model, and what went back of it; payouts are no part of it. */
function earningsIn({ modelId, from, before }: EarningsSpan): RawBuilder<Earning> {
  const account = sql`(select id from wallet.account where kind = 'model' and owner_id = ${modelId})`;
  const during = sql`t.created_at >= ${from} and t.created_at < ${before}`;
  const fan = sql`case when other.kind in ('fan', 'hold') then other.owner_id end`;
  const columns = sql`t.id, t.created_at as at, t.kind::text as kind, t.hold_id as "holdId", t.reverses`;
  return sql<Earning>`
    select ${columns}, t.amount as tokens, ${fan} as "fanId"
    from wallet.transfer as t join wallet.account as other on other.id = t.debit_id
    where t.credit_id = ${account} and ${during}
    union all
    select ${columns}, -t.amount, ${fan}
    from wallet.transfer as t join wallet.account as other on other.id = t.credit_id
    where t.debit_id = ${account} and ${during} and t.kind <> 'payout'`;
}

/** The newest movements of a span, at most 50,000. */
export function earningLines(reader: Reader, span: EarningsSpan): Promise<Earning[]> {
  return readRows(
    reader,
    sql<Earning>`select * from (${earningsIn(span)}) as moved order by id desc limit ${linesMax}`,
  );
}

/** A model's tokens by kind of movement; kinds that took something back have sums below zero. */
export function earnedByKind(reader: Reader, span: EarningsSpan): Promise<(Sum & { kind: string })[]> {
  return readRows(
    reader,
    sql<Sum & { kind: string }>`
      select kind, count(*)::int as count, sum(tokens)::bigint as tokens
      from (${earningsIn(span)}) as moved group by kind order by tokens desc, kind`,
  );
}

export type EarnedByFan = {
  fans: (Sum & { fanId: number | null })[];
  /** All who are not among the first. */
  others: Sum & { fans: number };
};

/** The transfers of which something went back in a span; they may be older than it. */
export async function takenBackIn(reader: Reader, span: EarningsSpan): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
      select distinct reverses as id from (${earningsIn(span)}) as moved where reverses is not null`,
  );
  return rows.map(({ id }) => id);
}

/** The fans who gave most, at most 50. Fans of `unnamed` movements are one entry without an id. */
export async function earnedByFan(
  reader: Reader,
  span: EarningsSpan,
  { transfers, holds }: Unnamed,
): Promise<EarnedByFan> {
  const rows = await readRows(
    reader,
    sql<Sum & { fanId: number | null; place: number }>`
      with of_fans as (
        select tokens,
          case when coalesce(reverses, id) = any(${[...transfers]}::bigint[])
            or coalesce("holdId" = any(${[...holds]}::bigint[]), false) then null else "fanId" end as fan_id
        from (${earningsIn(span)}) as moved)
      select fan_id as "fanId", count(*)::int as count, sum(tokens)::bigint as tokens,
        (row_number() over (order by sum(tokens) desc, fan_id))::int as place
      from of_fans group by fan_id order by place`,
  );
  const rest = rows.slice(fansMax);
  const add = (key: keyof Sum) => rest.reduce((total, row) => total + row[key], 0);
  return {
    fans: rows.slice(0, fansMax).map(({ fanId, count, tokens }) => ({ fanId, count, tokens })),
    others: { fans: rest.length, count: add("count"), tokens: add("tokens") },
  };
}

/** The captures of some holds since an instant, by stretches of a number of seconds, counted from 0. */
export function chargedInStretches(
  reader: Reader,
  holdIds: readonly number[],
  { since, seconds }: { since: Date; seconds: number },
): Promise<{ stretch: number; tokens: number }[]> {
  return readRows(
    reader,
    sql<{ stretch: number; tokens: number }>`
      select floor(extract(epoch from created_at - ${since}::timestamptz) / ${seconds}::int)::int as stretch,
        sum(amount)::bigint as tokens
      from wallet.transfer
      where hold_id = any(${[...holdIds]}::bigint[]) and kind = 'show_slice' and created_at >= ${since}
      group by stretch`,
  );
}

/** The earnings of each hold, which is one participant's visit to a show. */
export async function earnedByHold(reader: Reader, span: EarningsSpan): Promise<Map<number, number>> {
  const rows = await readRows(
    reader,
    sql<{ holdId: number; tokens: number }>`
      select "holdId", sum(tokens)::bigint as tokens from (${earningsIn(span)}) as moved
      where "holdId" is not null group by "holdId"`,
  );
  return new Map(rows.map(({ holdId, tokens }) => [holdId, tokens]));
}

import { type RawBuilder, sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import type { Owner } from "./orders.ts";

/** One line of an owner's history. */
export type StatementRow = {
  id: number;
  at: Date;
  type: string;
  /** Negative for what went out. */
  tokens: number;
  balance_after: number;
  /** Whom the fan dealt with; null in a model's statement, because a fan may have wished not to be named. */
  counterpart: string | null;
  reason: string;
  transfer_id: number;
};

/** Days are UTC, `YYYY-MM-DD`, both included. */
export type StatementFilter = { from?: string; to?: string; kind?: string };

const pageSize = 20;
const entireRowsMax = 50_000;

/** One page of an owner's history, newest first. */
export async function statement(
  reader: Reader,
  owner: Owner,
  query: StatementFilter & { page: number },
): Promise<{ rows: StatementRow[]; lastPage: number }> {
  const lines = linesOf(owner, query);
  const [count] = await readRows(reader, sql<{ n: number }>`select count(*) as n from (${lines}) as line`);
  const rows = await readRows(reader, rowsOf(owner, lines, pageSize, (query.page - 1) * pageSize));
  return { rows, lastPage: Math.max(1, Math.ceil((count?.n ?? 0) / pageSize)) };
}

/** Everything that fits the filter, newest first. */
export function entireStatement(
  reader: Reader,
  owner: Owner,
  filter: StatementFilter,
): Promise<StatementRow[]> {
  return readRows(reader, rowsOf(owner, linesOf(owner, filter), entireRowsMax, 0));
}

/**
 * The balance after a line is today's balance less everything newer, so only lines newer than the page are read and a
 * model's balance, which no transfer knows, is found in the same way as a fan's.
 */
function rowsOf(
  owner: Owner,
  lines: RawBuilder<unknown>,
  limit: number,
  offset: number,
): RawBuilder<StatementRow> {
  return sql<StatementRow>`
    with page as (select * from (${lines}) as line order by id desc limit ${limit} offset ${offset}),
    newer as (
      select e.transfer_id, sum(e.amount) over (order by e.transfer_id desc) - e.amount as tokens
      from wallet.entry as e
      where e.account_id = ${accountId(owner)} and e.transfer_id >= (select min(id) from page))
    select page.id, page.at, page.type, page.tokens, page.counterpart, page.reason, page.id as transfer_id,
      ((select a.balance + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0)
        from wallet.account as a where a.id = ${accountId(owner)}) - newer.tokens)::bigint as balance_after
    from page join newer on newer.transfer_id = page.id
    order by page.id desc`;
}

function linesOf(owner: Owner, { from, to, kind }: StatementFilter): RawBuilder<unknown> {
  const counterpart = owner.kind === "fan" ? sql`t.counterpart` : sql`null::text`;
  const fits = sql`
    (${from ?? null}::date is null or t.created_at >= ${from ?? null}::date::timestamp at time zone 'UTC')
    and (${to ?? null}::date is null or t.created_at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')
    and (${kind ?? null}::text is null or t.kind::text = ${kind ?? null})`;
  const facts = sql`t.created_at as at, t.kind::text as type, ${counterpart} as counterpart, t.reason`;
  return sql`
    select t.id, -t.amount as tokens, ${facts} from wallet.transfer as t
    where t.debit_id = ${accountId(owner)} and ${fits}
    union all
    select t.id, t.amount as tokens, ${facts} from wallet.transfer as t
    where t.credit_id = ${accountId(owner)} and ${fits}`;
}

function accountId(owner: Owner): RawBuilder<number> {
  return sql`(select id from wallet.account where kind = ${owner.kind} and owner_id = ${owner.id})`;
}

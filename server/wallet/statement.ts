import { type RawBuilder, sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import { limitChanges } from "./limits.ts";
import type { Owner } from "./orders.ts";

/** One line of an owner's history. */
export type StatementRow = {
  id: number;
  at: Date;
  type: string;
  /** Negative for what went out. */
  tokens: number;
  balance_after: number;
  /**
   * The other party of the fan, unless they have left; null in a model's statement, because a fan may have asked not
   * to be named.
   */
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
    select page.id, page.at, page.type, page.tokens, page.id as transfer_id,
      case when hidden.account_id is null and hidden_hold.hold_id is null then page.counterpart end as counterpart,
      case when hidden_hold.hold_id is null then page.reason else '' end as reason,
      ((select a.balance + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0)
        from wallet.account as a where a.id = ${accountId(owner)}) - newer.tokens)::bigint as balance_after
    from page join newer on newer.transfer_id = page.id
    left join wallet.hidden_account as hidden on hidden.account_id = page.other_id
    left join wallet.hidden_hold as hidden_hold on hidden_hold.hold_id = page.hold_id
    order by page.id desc`;
}

function linesOf(owner: Owner, { from, to, kind }: StatementFilter): RawBuilder<unknown> {
  const counterpart = owner.kind === "fan" ? sql`t.counterpart` : sql`null::text`;
  const fits = sql`
    (${from ?? null}::date is null or t.created_at >= ${from ?? null}::date::timestamp at time zone 'UTC')
    and (${to ?? null}::date is null or t.created_at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')
    and (${kindsOf(kind)}::text[] is null or t.kind::text = any (${kindsOf(kind)}::text[]))`;
  const columns = sql`t.created_at as at, t.kind::text as type, ${counterpart} as counterpart, t.reason, t.hold_id`;
  return sql`
    select t.id, -t.amount as tokens, t.credit_id as other_id, ${columns} from wallet.transfer as t
    where t.debit_id = ${accountId(owner)} and ${fits}
    union all
    select t.id, t.amount as tokens, t.debit_id as other_id, ${columns} from wallet.transfer as t
    where t.credit_id = ${accountId(owner)} and ${fits}`;
}

/** A show is charged out of what was set aside for it: the fan's own lines are what went there and what came back. */
function kindsOf(kind: string | undefined): string[] | null {
  if (kind === undefined) return null;
  return kind === "show_slice" ? ["show_slice", "hold", "release"] : [kind];
}

function accountId(owner: Owner): RawBuilder<number> {
  return sql`(select id from wallet.account where kind = ${owner.kind} and owner_id = ${owner.id})`;
}

/**
 * The tokens that came to a fan from outside, less those that were taken back, oldest first: purchases, rewards,
 * presents. Tokens that a won dispute brought again count as part of their purchase, or of the reward for it.
 */
export async function creditsOf(
  reader: Reader,
  fanId: number,
): Promise<{ transferId: number; tokens: number }[]> {
  return readRows(
    reader,
    sql<{ transferId: number; tokens: number }>`
      select min(t.id) as "transferId", sum(t.amount - coalesce((
        select sum(r.tokens) from wallet.reversal as r where r.transfer_id = t.id), 0))::bigint as tokens
      from wallet.transfer as t
      where t.credit_id = ${accountId({ kind: "fan", id: fanId })}
        and (t.kind in ('opening', 'purchase', 'bonus', 'referral', 'promo')
          or t.reason = 'purchase_chargeback_reversed')
      group by case t.reason
        when 'purchase_chargeback_reversed' then 'purchase:' || split_part(t.key, ':', 2)
        when 'referral_restored' then 'referral:' || split_part(t.key, ':', 2)
        else t.key end
      order by min(t.id)`,
  );
}

/** The transfers that were made with these keys. */
export async function transfersOfKeys(reader: Reader, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await readRows(
    reader,
    sql<{
      id: number;
      key: string;
    }>`select id, key from wallet.transfer where key = any(${[...keys]}::text[])`,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** How many tokens these transfers moved, by their ids. */
export async function amountsOf(
  reader: Reader,
  transferIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readRows(
    reader,
    sql<{ id: number; amount: number }>`
      select id, amount from wallet.transfer where id = any(${[...transferIds]}::bigint[])`,
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/** The tokens of a transfer that were not taken back yet; 0 for an unknown transfer. */
export async function leftOf(reader: Reader, transferId: number): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{ left: number }>`
      select t.amount - coalesce((select sum(r.tokens) from wallet.reversal as r where r.transfer_id = t.id), 0)::bigint
        as left
      from wallet.transfer as t where t.id = ${transferId}`,
  );
  return row?.left ?? 0;
}

/**
 * Each model's earnings since an instant, in tokens: all that fans spent on them, less the reversed part. Models who
 * earned nothing are missing. It is read from the transfers, so that it needs no locks and no roll-up.
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

/** The statement of a person who has a wallet or earnings, newest first, and what limits a fan has chosen. */
export function exportAreas(reader: Reader, { id, role }: { id: number; role: string }): ExportArea[] {
  if (role !== "fan" && role !== "model") return [];
  const rows = async () => {
    const lines = await entireStatement(reader, { kind: role, id }, {});
    return lines.map(({ at, type, tokens, balance_after, counterpart, reason, transfer_id }) => ({
      at,
      type,
      tokens,
      balance_after,
      counterpart,
      // In a model's statement the reason is what a fan wrote.
      reason: role === "fan" ? reason : null,
      transfer_id,
    }));
  };
  if (role === "model") return [{ name: "statement", rows }];
  return [
    { name: "statement", rows },
    { name: "spend-limits", rows: () => limitChanges(reader, id) },
  ];
}

import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** `ok` exactly when nothing was found. Each problem is one line for the operator; at most 20 of each sort. */
export type AuditReport = { ok: boolean; accounts: number; transfers: number; problems: string[] };

/**
 * Compares every number that is kept for speed with the transfers themselves, in one statement and so at one moment:
 * the sum over all accounts is zero, nobody is beyond their bounds, cached and appended together are what the transfers
 * add up to, every stored balance fits its neighbours, escrows hold what open holds say, and who owes is frozen.
 */
export async function audit(reader: Reader): Promise<AuditReport> {
  const [counts] = await readRows(reader, everything);
  if (!counts) throw new Error("the audit answered nothing");
  const problems = counts.problems ?? [];
  return { ok: problems.length === 0, accounts: counts.accounts, transfers: counts.transfers, problems };
}

const named = sql`'account ' || a.kind || ' ' || a.owner_id`;

const everything = sql<{ accounts: number; transfers: number; problems: string[] | null }>`
  with computed as (
    select account_id, sum(amount)::bigint as balance from wallet.entry group by account_id),
  appended as (
    select account_id, sum(amount)::bigint as amount from wallet.pending group by account_id),
  actual as (
    select a.*, a.balance + coalesce(p.amount, 0) as total, coalesce(c.balance, 0) as should_be
    from wallet.account as a
    left join appended as p on p.account_id = a.id
    left join computed as c on c.account_id = a.id),
  problem as (
    (select 'all accounts together hold ' || sum(total) || ' tokens instead of none' as text
      from actual having sum(total) <> 0)
    union all
    (select ${named} || ' holds ' || total || ', its transfers add up to ' || should_be
      from actual as a where total <> should_be limit 20)
    union all
    (select ${named} || ' holds ' || total from actual as a
      where case kind when 'issuance' then total > 0 when 'debt' then total > 0 else total < 0 end limit 20)
    union all
    (select 'tokens moved on account ' || account_id || ', which does not exist'
      from computed where account_id not in (select id from wallet.account) limit 20)
    union all
    (select ${named} || ' stood at ' || balance_after || ' after transfer ' || transfer_id || ', computed ' || running
      from (
        select e.account_id, e.transfer_id, e.balance_after,
          sum(e.amount) over (partition by e.account_id order by e.transfer_id) as running
        from wallet.entry as e) as line
      join wallet.account as a on a.id = line.account_id
      where balance_after <> running and a.kind <> 'model' limit 20)
    union all
    (select 'pending row of transfer ' || p.transfer_id || ' does not match the transfer'
      from wallet.pending as p
      where not exists (
        select from wallet.entry as e
        where e.transfer_id = p.transfer_id and e.account_id = p.account_id and e.amount = p.amount) limit 20)
    union all
    (select ${named} || ' holds ' || total || ', the open holds say ' || coalesce(h.left_over, 0)
      from actual as a
      left join (
        select fan_id, sum(tokens - captured - released)::bigint as left_over from wallet.hold group by fan_id) as h
        on h.fan_id = a.owner_id
      where a.kind = 'hold' and total <> coalesce(h.left_over, 0) limit 20)
    union all
    (select ${named} || case when a.frozen then ' is frozen and owes nothing' else ' owes and is not frozen' end
      from actual as a join actual as d on d.kind = 'debt' and d.owner_id = a.owner_id
      where a.kind = 'fan' and a.frozen <> (d.total < 0) limit 20))
  select (select count(*) from wallet.account) as accounts, (select count(*) from wallet.transfer) as transfers,
    (select array_agg(text) from problem) as problems`;

-- Gives accounts that never moved anything a past: movements that happened elsewhere, each at its own time, in the order
-- given, which is that of their times. An account that has moved tokens here keeps the history that it has.
-- p_holds: key, fan, tokens, opened_at, closed_at; each was closed, so its movements add up to it. p_movements: key, kind,
-- from_kind, from_owner, to_kind, to_owner, tokens, reason, counterpart, hold (the key of one, or null), at.
create function wallet.import_past(p_holds jsonb, p_movements jsonb)
returns table(key text, transfer_id bigint, hold_id bigint)
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_wrong text;
begin
  create temporary table past on commit drop as
    select o.position, o.key, o.kind, o.tokens, o.reason, o.counterpart, o.hold, o.at, o.from_kind, o.to_kind,
      debit.id as debit_id, credit.id as credit_id, 0::bigint as debit_after, 0::bigint as credit_after
    from rows from (jsonb_to_recordset(p_movements) as (
      key text, kind wallet.transfer_kind, from_kind wallet.account_kind, from_owner bigint,
      to_kind wallet.account_kind, to_owner bigint, tokens bigint, reason text, counterpart text, hold text,
      at timestamptz)) with ordinality as o (key, kind, from_kind, from_owner, to_kind, to_owner, tokens, reason,
        counterpart, hold, at, position)
    left join wallet.account as debit on debit.kind = o.from_kind and (o.from_kind = 'issuance' or debit.owner_id = o.from_owner)
    left join wallet.account as credit on credit.kind = o.to_kind and (o.to_kind = 'issuance' or credit.owner_id = o.to_owner);

  perform from wallet.account as a
    where a.id in (select debit_id from pg_temp.past union select credit_id from pg_temp.past) order by a.id for no key update;
  select case
    when exists (select from pg_temp.past as p where p.debit_id is null or p.credit_id is null) then 'an account is not there'
    when exists (select from pg_temp.past as p where p.at >= wallet.instant()) then 'a movement is not past'
    when exists (select from (select p.at, lag(p.at) over (order by p.position) as before from pg_temp.past as p) as o
      where o.before > o.at) then 'movements are not in their order'
    when exists (select from wallet.account as a join wallet.transfer as t on a.id in (t.debit_id, t.credit_id)
      where a.kind <> 'issuance' and a.id in (select debit_id from pg_temp.past union select credit_id from pg_temp.past))
      then 'an account has a history already'
  end into v_wrong;
  if v_wrong is not null then
    raise exception 'no past: %', v_wrong using errcode = 'WA006';
  end if;

  create temporary table leg on commit drop as
    select l.position, l.account_id, l.amount,
      sum(l.amount) over (partition by l.account_id order by l.position)::bigint as running
    from (select p.position, p.debit_id as account_id, -p.tokens as amount from pg_temp.past as p
      union all select p.position, p.credit_id, p.tokens from pg_temp.past as p) as l;
  if exists (select from pg_temp.leg as l join wallet.account as a on a.id = l.account_id
      where a.kind <> 'issuance' and l.running < 0) then
    raise exception 'no past: an account spends what it does not have' using errcode = 'WA006';
  end if;

  insert into wallet.hold (key, fan_id, tokens, captured, released, opened_at, closed_at)
    select h.key, h.fan, h.tokens, m.captured, h.tokens - m.captured, h.opened_at, h.closed_at
    from jsonb_to_recordset(p_holds) as h (key text, fan bigint, tokens bigint, opened_at timestamptz, closed_at timestamptz)
    cross join lateral (select coalesce(sum(p.tokens), 0)::bigint as captured from pg_temp.past as p
      where p.hold = h.key and p.kind not in ('hold', 'release')) as m
    order by h.opened_at;
  insert into wallet.transfer (key, kind, debit_id, credit_id, amount, debit_after, credit_after, reason, counterpart,
      hold_id, created_at)
    select p.key, p.kind, p.debit_id, p.credit_id, p.tokens,
      case when p.from_kind <> 'issuance' then debit.running end,
      case when p.to_kind not in ('issuance', 'model') then credit.running end,
      p.reason, p.counterpart, h.id, p.at
    from pg_temp.past as p
    join pg_temp.leg as debit on debit.position = p.position and debit.account_id = p.debit_id
    join pg_temp.leg as credit on credit.position = p.position and credit.account_id = p.credit_id
    left join wallet.hold as h on h.key = p.hold
    order by p.position;
  update wallet.account as a set balance = a.balance + l.amount
    from (select account_id, sum(amount)::bigint as amount from pg_temp.leg group by account_id) as l
    where l.account_id = a.id;

  return query select t.key, t.id, t.hold_id from wallet.transfer as t where t.key in (select p.key from pg_temp.past as p);
  drop table pg_temp.leg, pg_temp.past;
end $function$;

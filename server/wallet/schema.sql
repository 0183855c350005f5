-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create type wallet.account_kind as enum ('issuance', 'debt', 'fan', 'hold', 'model');

create type wallet.transfer_kind as enum ('opening', 'purchase', 'bonus', 'referral', 'promo', 'tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice', 'hold', 'release', 'refund', 'chargeback', 'debt', 'debt_payment', 'adjustment', 'payout');

create table wallet.account (
  id bigint generated always as identity not null,
  kind wallet.account_kind not null,
  owner_id bigint not null,
  balance bigint default 0 not null,
  frozen boolean default false not null,
  limited boolean default false not null,
  constraint account_pkey primary key (id),
  constraint account_kind_owner_id_key unique (kind, owner_id),
  constraint balance_within_bounds check (balance = 0 or (balance > 0) = (kind > 'debt'::wallet.account_kind))
) with (fillfactor=70);
create trigger kept before delete on wallet.account for each row execute function wallet.refuse_change();
create trigger kept_all before truncate on wallet.account for each statement execute function wallet.refuse_change();
-- The application may: select, insert, insert (kind, owner_id).

create table wallet.hidden_account (
  account_id bigint not null,
  constraint hidden_account_pkey primary key (account_id)
);
-- The application may: select, insert.

create table wallet.hidden_hold (
  hold_id bigint not null,
  constraint hidden_hold_pkey primary key (hold_id)
);
-- The application may: select, insert.

create table wallet.hold (
  id bigint generated always as identity not null,
  key text not null,
  fan_id bigint not null,
  tokens bigint not null,
  captured bigint default 0 not null,
  released bigint default 0 not null,
  opened_at timestamptz default now() not null,
  closed_at timestamptz,
  constraint hold_pkey primary key (id),
  constraint hold_key_key unique (key),
  constraint closed_holds_nothing check (closed_at is null or (captured + released) = tokens),
  constraint hold_captured_check check (captured >= 0),
  constraint hold_released_check check (released >= 0),
  constraint hold_tokens_check check (tokens > 0),
  constraint never_more_than_held check ((captured + released) <= tokens)
);
create index hold_open on wallet.hold (fan_id) where closed_at is null;
create trigger kept before delete on wallet.hold for each row execute function wallet.refuse_change();
create trigger kept_all before truncate on wallet.hold for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create table wallet.pending (
  account_id bigint not null,
  transfer_id bigint not null,
  amount bigint not null,
  constraint pending_pkey primary key (account_id, transfer_id),
  constraint pending_amount_check check (amount <> 0)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
create trigger kept_all before truncate on wallet.pending for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create table wallet.reversal (
  key text not null,
  transfer_id bigint not null,
  kind wallet.transfer_kind not null,
  tokens bigint not null,
  taken bigint not null,
  owed bigint not null,
  balance bigint not null,
  created_at timestamptz default now() not null,
  constraint reversal_pkey primary key (key),
  constraint reversal_check check ((taken + owed) = tokens),
  constraint reversal_owed_check check (owed >= 0),
  constraint reversal_taken_check check (taken >= 0),
  constraint reversal_tokens_check check (tokens > 0)
);
create index reversal_transfer on wallet.reversal (transfer_id);
create trigger final before delete or update on wallet.reversal for each row execute function wallet.refuse_change();
create trigger final_all before truncate on wallet.reversal for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create table wallet.spend_limit (
  fan_id bigint not null,
  per_day bigint,
  per_week bigint,
  per_month bigint,
  next_day bigint,
  next_week bigint,
  next_month bigint,
  next_from timestamptz,
  paused_until timestamptz,
  constraint spend_limit_pkey primary key (fan_id),
  constraint spend_limit_check check (next_from is not null or coalesce(next_day, next_week, next_month) is null),
  constraint spend_limit_next_day_check check (next_day > 0),
  constraint spend_limit_next_month_check check (next_month > 0),
  constraint spend_limit_next_week_check check (next_week > 0),
  constraint spend_limit_per_day_check check (per_day > 0),
  constraint spend_limit_per_month_check check (per_month > 0),
  constraint spend_limit_per_week_check check (per_week > 0)
);
create trigger guard_pause before update on wallet.spend_limit for each row execute function wallet.guard_pause();
create trigger kept before delete on wallet.spend_limit for each row execute function wallet.refuse_change();
create trigger kept_all before truncate on wallet.spend_limit for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create table wallet.spend_limit_change (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  at timestamptz not null,
  per_day bigint,
  per_week bigint,
  per_month bigint,
  paused_until timestamptz,
  constraint spend_limit_change_pkey primary key (id)
);
create index spend_limit_change_fan on wallet.spend_limit_change (fan_id, id);
create trigger final before delete or update on wallet.spend_limit_change for each row execute function wallet.refuse_change();
create trigger final_all before truncate on wallet.spend_limit_change for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create table wallet.transfer (
  id bigint generated always as identity not null,
  key text not null,
  kind wallet.transfer_kind not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null,
  debit_after bigint,
  credit_after bigint,
  reason text not null,
  counterpart text,
  metadata jsonb,
  hold_id bigint,
  reverses bigint,
  created_at timestamptz default wallet.instant() not null,
  constraint transfer_pkey primary key (id),
  constraint transfer_key_key unique (key),
  constraint counterpart_written check (kit.is_written(counterpart)),
  constraint reason_written check (kit.is_written(reason)),
  constraint transfer_amount_check check (amount > 0),
  constraint transfer_check check (debit_id <> credit_id)
);
create index transfer_created on wallet.transfer using brin (created_at);
create index transfer_credit on wallet.transfer (credit_id, id);
create index transfer_debit on wallet.transfer (debit_id, id);
create index transfer_hold on wallet.transfer (hold_id) where hold_id is not null;
create index transfer_payout on wallet.transfer (created_at) where kind = 'payout'::wallet.transfer_kind;
create index transfer_returns on wallet.transfer ((metadata ->> 'returns')) where kind = 'refund'::wallet.transfer_kind and (metadata ->> 'returns') is not null;
create index transfer_reverses on wallet.transfer (reverses) where reverses is not null;
create index transfer_spent on wallet.transfer (debit_id, created_at) where kind in ('tip'::wallet.transfer_kind, 'gift'::wallet.transfer_kind, 'unlock'::wallet.transfer_kind, 'subscription'::wallet.transfer_kind, 'message'::wallet.transfer_kind, 'show_slice'::wallet.transfer_kind);
create trigger final before delete or update on wallet.transfer for each row execute function wallet.guard_transfer();
create trigger final_all before truncate on wallet.transfer for each statement execute function wallet.refuse_change();
-- The application may: select, insert.

create view wallet.entry as
 select transfer.id as transfer_id,
    transfer.debit_id as account_id,
    - transfer.amount as amount,
    transfer.debit_after as balance_after,
    transfer.created_at
   from wallet.transfer
union all
 select transfer.id as transfer_id,
    transfer.credit_id as account_id,
    transfer.amount,
    transfer.credit_after as balance_after,
    transfer.created_at
   from wallet.transfer;

create function wallet.allowance(p_fan bigint)
returns bigint
language sql
stable
as $function$
  select greatest(0, case when l.paused_until is not null then 0
    else least(l.per_day - s.day, l.per_week - s.week, l.per_month - s.month) end)
  from wallet.limits_now(p_fan) as l, wallet.spent_now(p_fan) as s
  where coalesce(l.per_day, l.per_week, l.per_month) is not null or l.paused_until is not null
$function$;

create function wallet.answer_without_moving(
  p_key text,
  p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind,
  p_from_owner bigint,
  p_credit bigint,
  p_amount bigint,
  out status text,
  out transfer_id bigint,
  out balance bigint)
returns record
language plpgsql
as $function$
declare
  v_account wallet.account;
begin
  select * into v_account from wallet.account where kind = p_from_kind and owner_id = p_from_owner;
  if not found then
    raise exception 'no account % %', p_from_kind, p_from_owner using errcode = 'WA002';
  end if;
  select r.status, r.transfer_id, r.balance into status, transfer_id, balance
  from wallet.replay(p_key, p_kind, v_account.id, p_credit, p_amount) as r;
  if found then
    return;
  end if;
  balance := v_account.balance;
  if wallet.spends(p_kind) then
    if v_account.limited then
      status := wallet.refusal_of(p_from_owner, p_amount);
    end if;
    status := coalesce(status, case when v_account.frozen then 'frozen' end);
  end if;
  status := coalesce(status, 'too_few_tokens');
end $function$;

create function wallet.barrier(p_fan bigint, p_amount bigint)
returns table(name text, free_at timestamptz)
language sql
stable
as $function$
  with limits as (select * from wallet.limits_now(p_fan)),
  spent as (select * from wallet.spent_now(p_fan)),
  reached as (
    select w.name, w.length, s.spent + p_amount - l.tokens as over
    from wallet.limit_windows() as w
    join (select 'day' as name, per_day as tokens from limits
      union all select 'week', per_week from limits
      union all select 'month', per_month from limits) as l on l.name = w.name and l.tokens is not null
    join (select 'day' as name, day as spent from spent
      union all select 'week', week from spent
      union all select 'month', month from spent) as s on s.name = w.name
    where s.spent + p_amount > l.tokens),
  freed as (
    select r.name, (
      select f.at + r.length
      from (select c.at, sum(c.tokens) over (order by c.at) as freed
        from (select s.at, s.tokens from wallet.spendings(p_fan, wallet.instant() - r.length) as s
          union all select wallet.instant(), wallet.set_aside(p_fan)) as c) as f
      where f.freed >= r.over order by f.at limit 1) as free_at
    from reached as r),
  found as (
    select 'pause' as name, paused_until as free_at, 0 as rank from limits where paused_until is not null
    union all
    select freed.name, freed.free_at, 1 from freed)
  select found.name, found.free_at from found order by rank, found.free_at desc nulls first limit 1
$function$;

create function wallet.capture(
  p_key text,
  p_hold bigint,
  p_kind wallet.transfer_kind,
  p_to_kind wallet.account_kind,
  p_to_owner bigint,
  p_amount bigint,
  p_reason text,
  p_counterpart text,
  p_metadata jsonb,
  out status text,
  out transfer_id bigint,
  out held bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_hold wallet.hold;
begin
  v_hold := wallet.lock_hold(p_hold);
  held := v_hold.tokens - v_hold.captured - v_hold.released;
  if not exists (select from wallet.transfer where key = p_key) then
    if v_hold.closed_at is not null then
      status := 'hold_closed';
      return;
    elsif p_amount > held then
      status := 'exceeds_hold';
      return;
    end if;
  end if;
  select t.status, t.transfer_id into status, transfer_id
  from wallet.transfer(p_key, p_kind, 'hold', v_hold.fan_id, p_to_kind, p_to_owner, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold) as t;
  if status = 'done' then
    update wallet.hold set captured = captured + p_amount where id = p_hold;
    held := held - p_amount;
  elsif status = 'too_few_tokens' then
    -- The fan's other holds live in the same escrow: only a key that is used elsewhere can lead here.
    raise exception 'escrow of fan % holds less than hold % says', v_hold.fan_id, p_hold using errcode = 'WA005';
  end if;
end $function$;

create function wallet.due(p_model bigint, p_before timestamptz)
returns bigint
language sql
stable
as $function$
  with account as (
    select a.id, a.balance + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0) as now
    from wallet.account as a where a.kind = 'model' and a.owner_id = p_model),
  since as (
    select coalesce((select sum(t.amount) from wallet.transfer as t
                     where t.credit_id = account.id and t.created_at >= p_before), 0)
         - coalesce((select sum(t.amount) from wallet.transfer as t
                     where t.debit_id = account.id and t.created_at >= p_before and t.kind <> 'payout'), 0) as earned
    from account)
  select greatest(0, account.now - greatest(0, since.earned))::bigint from account, since
$function$;

create function wallet.extend_hold(
  p_key text,
  p_hold bigint,
  p_amount bigint,
  p_reason text,
  p_counterpart text,
  p_metadata jsonb,
  out status text,
  out transfer_id bigint,
  out balance bigint,
  out held bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_hold wallet.hold;
begin
  v_hold := wallet.lock_hold(p_hold);
  if v_hold.closed_at is not null and not exists (select from wallet.transfer where key = p_key) then
    status := 'hold_closed';
    return;
  end if;
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, 'hold', 'fan', v_hold.fan_id, 'hold', v_hold.fan_id, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold) as t;
  if status = 'done' then
    update wallet.hold set tokens = tokens + p_amount where id = p_hold returning * into v_hold;
  end if;
  held := v_hold.tokens - v_hold.captured - v_hold.released;
end $function$;

create function wallet.forget_words(p_kind wallet.account_kind, p_owner bigint)
returns void
language sql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
  update wallet.transfer set reason = ''
  where p_kind = 'fan' and kind in ('tip', 'gift') and reason <> ''
    and debit_id in (select id from wallet.account where kind in ('fan', 'hold') and owner_id = p_owner);
  update wallet.transfer set counterpart = null
  where p_kind = 'model' and counterpart is not null
    and (select id from wallet.account where kind = 'model' and owner_id = p_owner) in (debit_id, credit_id);
$function$;

create function wallet.forget_words_after(
  p_kind wallet.account_kind,
  p_owner bigint,
  p_after bigint,
  p_max integer)
returns bigint
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_accounts bigint[] := array(
    select id from wallet.account where owner_id = p_owner
      and (kind = p_kind or (p_kind = 'fan' and kind = 'hold')));
  v_part bigint[];
begin
  v_part := array(
    select next.id from unnest(v_accounts) as mine (id) cross join lateral (
      (select t.id from wallet.transfer as t where t.debit_id = mine.id and t.id > p_after order by t.id limit p_max)
      union all
      (select t.id from wallet.transfer as t where t.credit_id = mine.id and t.id > p_after order by t.id limit p_max)
    ) as next order by next.id limit p_max);
  update wallet.transfer set reason = ''
  where p_kind = 'fan' and id = any (v_part) and kind in ('tip', 'gift') and reason <> ''
    and debit_id = any (v_accounts);
  update wallet.transfer set counterpart = null
  where p_kind = 'model' and id = any (v_part) and counterpart is not null;
  return (select max(id) from unnest(v_part) as id);
end $function$;

create function wallet.forget_words_of_holds(p_holds bigint[])
returns void
language sql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
  update wallet.transfer set reason = '', counterpart = null
  where hold_id = any (p_holds) and (reason <> '' or counterpart is not null);
$function$;

create function wallet.guard_pause()
returns trigger
language plpgsql
as $function$
begin
  if old.paused_until > wallet.instant() and (new.paused_until is null or new.paused_until < old.paused_until) then
    raise exception 'the pause of fan % cannot be shortened', old.fan_id using errcode = 'WA007';
  end if;
  return new;
end $function$;

create function wallet.guard_transfer()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' and new.reason in ('', old.reason)
    and (new.counterpart is null or new.counterpart = old.counterpart)
    and to_jsonb(new) - 'reason' - 'counterpart' = to_jsonb(old) - 'reason' - 'counterpart' then
    return new;
  end if;
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'WA001';
end $function$;

create function wallet.hide_name(p_model bigint)
returns void
language sql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
  insert into wallet.hidden_account select id from wallet.account where kind = 'model' and owner_id = p_model
  on conflict do nothing;
$function$;

create function wallet.hide_name_of_holds(p_holds bigint[])
returns void
language sql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
  insert into wallet.hidden_hold select distinct unnest(p_holds) on conflict do nothing;
$function$;

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

create function wallet.instant()
returns timestamptz
language sql
stable
as $function$
  select date_trunc('milliseconds', now())
$function$;

create function wallet.is_looser(p_new bigint, p_old bigint)
returns boolean
language sql
immutable
as $function$
  select p_old is not null and (p_new is null or p_new > p_old)
$function$;

create function wallet.issue(
  p_key text,
  p_kind wallet.transfer_kind,
  p_to_kind wallet.account_kind,
  p_to_owner bigint,
  p_amount bigint,
  p_reason text,
  p_metadata jsonb,
  out status text,
  out transfer_id bigint,
  out balance bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, p_kind, 'issuance', 0, p_to_kind, p_to_owner, p_amount, p_reason, null, p_metadata) as t;
  if p_to_kind <> 'fan' then
    return;
  end if;
  if status = 'done' then
    balance := coalesce(wallet.settle_debt(p_to_owner, p_key, p_reason), balance);
  elsif status = 'replayed' then
    balance := coalesce((select t.debit_after from wallet.transfer as t where t.key = p_key || '/debt'), balance);
  end if;
end $function$;

create function wallet.limit_windows()
returns table(name text, length interval)
language sql
immutable
as $function$
  values ('day', interval '24 hours'), ('week', interval '7 days'), ('month', interval '30 days')
$function$;

create function wallet.limits_now(p_fan bigint)
returns table(per_day bigint, per_week bigint, per_month bigint, paused_until timestamptz)
language sql
stable
as $function$
  select case when next_from <= wallet.instant() then next_day else l.per_day end,
    case when next_from <= wallet.instant() then next_week else l.per_week end,
    case when next_from <= wallet.instant() then next_month else l.per_month end,
    case when l.paused_until > wallet.instant() then l.paused_until end
  from wallet.spend_limit as l where fan_id = p_fan
$function$;

create function wallet.lock_hold(p_hold bigint)
returns wallet.hold
language plpgsql
as $function$
declare
  v_hold wallet.hold;
begin
  select * into v_hold from wallet.hold where id = p_hold for update;
  if not found then
    raise exception 'no hold %', p_hold using errcode = 'WA006';
  end if;
  return v_hold;
end $function$;

create function wallet.lock_limits(p_fan bigint)
returns wallet.spend_limit
language plpgsql
as $function$
declare
  v_row wallet.spend_limit;
begin
  update wallet.account set limited = true where kind = 'fan' and owner_id = p_fan;
  if not found then
    raise exception 'no account fan %', p_fan using errcode = 'WA002';
  end if;
  insert into wallet.spend_limit (fan_id) values (p_fan) on conflict (fan_id) do nothing;
  -- What has waited long enough holds.
  update wallet.spend_limit
  set per_day = next_day, per_week = next_week, per_month = next_month,
    next_day = null, next_week = null, next_month = null, next_from = null
  where fan_id = p_fan and next_from <= wallet.instant();
  select * into strict v_row from wallet.spend_limit where fan_id = p_fan;
  return v_row;
end $function$;

create function wallet.move(
  p_key text,
  p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind,
  p_from_owner bigint,
  p_to_kind wallet.account_kind,
  p_to_owner bigint,
  p_amount bigint,
  p_reason text,
  p_counterpart text default null::text,
  p_metadata jsonb default null::jsonb,
  p_hold_id bigint default null::bigint,
  p_reverses bigint default null::bigint,
  out status text,
  out transfer_id bigint,
  out balance bigint)
returns record
language plpgsql
as $function$
declare
  v_debit bigint;
  v_debit_after bigint;
  v_credit bigint;
  v_credit_after bigint;
  v_credit_locked boolean := p_to_kind not in ('issuance', 'model');
  v_limited boolean := false;
begin
  select id into v_credit from wallet.account where kind = p_to_kind and owner_id = p_to_owner;
  if not found then
    raise exception 'no account % %', p_to_kind, p_to_owner using errcode = 'WA002';
  end if;

  if p_from_kind = 'issuance' then
    select id into strict v_debit from wallet.account where kind = 'issuance';
  else
    if p_from_kind = 'model' or v_credit_locked then
      select id into v_debit from wallet.account where kind = p_from_kind and owner_id = p_from_owner;
      if p_from_kind = 'model' and found then
        perform wallet.roll_up(v_debit);
      end if;
      -- Two rows are locked in the order of their ids, so that opposite transfers cannot wait for each other.
      if v_credit_locked then
        perform from wallet.account where id in (v_debit, v_credit) order by id for no key update;
      end if;
    end if;
    update wallet.account as a set balance = a.balance - p_amount
    where a.kind = p_from_kind and a.owner_id = p_from_owner
      and (a.balance >= p_amount or a.kind = 'debt') and not (a.frozen and wallet.spends(p_kind))
    returning a.id, a.balance, a.limited into v_debit, v_debit_after, v_limited;
    if not found then
      select r.status, r.transfer_id, r.balance into status, transfer_id, balance
      from wallet.answer_without_moving(p_key, p_kind, p_from_kind, p_from_owner, v_credit, p_amount) as r;
      return;
    end if;
    if v_limited and wallet.spends(p_kind) and not exists (select from wallet.transfer as t where t.key = p_key) then
      status := wallet.refusal_of(p_from_owner, p_amount);
      if status is not null then
        update wallet.account as a set balance = a.balance + p_amount where a.id = v_debit
        returning a.balance into balance;
        return;
      end if;
    end if;
  end if;
  if v_credit_locked then
    update wallet.account as a set balance = a.balance + p_amount where a.id = v_credit
    returning a.balance into v_credit_after;
  end if;

  insert into wallet.transfer as t (key, kind, debit_id, credit_id, amount, debit_after, credit_after,
    reason, counterpart, metadata, hold_id, reverses)
  values (p_key, p_kind, v_debit, v_credit, p_amount, v_debit_after, v_credit_after,
    p_reason, p_counterpart, p_metadata, p_hold_id, p_reverses)
  on conflict (key) do nothing
  returning t.id into transfer_id;

  if transfer_id is null then
    -- The key was used before: what was just moved goes back before anybody has seen it.
    if v_debit_after is not null then
      update wallet.account as a set balance = a.balance + p_amount where a.id = v_debit;
    end if;
    if v_credit_locked then
      update wallet.account as a set balance = a.balance - p_amount where a.id = v_credit;
    end if;
    select r.status, r.transfer_id, r.balance into status, transfer_id, balance
    from wallet.replay(p_key, p_kind, v_debit, v_credit, p_amount) as r;
    return;
  end if;

  if p_from_kind = 'issuance' then
    insert into wallet.pending values (v_debit, transfer_id, -p_amount);
  end if;
  if not v_credit_locked then
    insert into wallet.pending values (v_credit, transfer_id, p_amount);
  end if;
  status := 'done';
  balance := coalesce(v_debit_after, v_credit_after);
end $function$;

create function wallet.open_hold(
  p_key text,
  p_fan bigint,
  p_amount bigint,
  p_reason text,
  p_counterpart text,
  p_metadata jsonb,
  out status text,
  out transfer_id bigint,
  out balance bigint,
  out hold_id bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  hold_id := nextval(pg_get_serial_sequence('wallet.hold', 'id'));
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, 'hold', 'fan', p_fan, 'hold', p_fan, p_amount, p_reason, p_counterpart, p_metadata,
    hold_id) as t;
  if status = 'done' then
    insert into wallet.hold (id, key, fan_id, tokens) overriding system value values (hold_id, p_key, p_fan, p_amount);
  elsif status = 'replayed' then
    select t.hold_id into hold_id from wallet.transfer as t where t.id = transfer_id;
  end if;
end $function$;

create function wallet.pause_spending(p_fan bigint, p_days integer)
returns timestamptz
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_old wallet.spend_limit := wallet.lock_limits(p_fan);
  v_until timestamptz := greatest(v_old.paused_until, wallet.instant() + make_interval(days => p_days));
begin
  if p_days < 1 then
    raise exception 'a pause of % days', p_days using errcode = 'WA007';
  end if;
  update wallet.spend_limit set paused_until = v_until where fan_id = p_fan;
  insert into wallet.spend_limit_change (fan_id, at, per_day, per_week, per_month, paused_until)
  values (p_fan, wallet.instant(), v_old.per_day, v_old.per_week, v_old.per_month, v_until);
  return v_until;
end $function$;

create function wallet.pay_out(
  p_key text,
  p_model bigint,
  p_tokens bigint,
  p_before timestamptz,
  p_reason text,
  p_metadata jsonb,
  out status text,
  out transfer_id bigint,
  out balance bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  perform from wallet.account where kind = 'model' and owner_id = p_model for no key update;
  if not found then
    raise exception 'no account model %', p_model using errcode = 'WA002';
  end if;
  if not exists (select from wallet.transfer as t where t.key = p_key) then
    balance := wallet.due(p_model, p_before);
    if p_tokens > balance then
      status := 'exceeds_due';
      return;
    end if;
  end if;
  select m.status, m.transfer_id, m.balance into status, transfer_id, balance
  from wallet.move(p_key, 'payout', 'model', p_model, 'issuance', 0, p_tokens, p_reason, null, p_metadata) as m;
end $function$;

create function wallet.refusal_of(p_fan bigint, p_amount bigint)
returns text
language sql
stable
as $function$
  select case name when 'pause' then 'spending_paused:' else 'limit_reached:' || name || ':' end
    || coalesce(ceil(extract(epoch from free_at) * 1000)::bigint::text, '')
  from wallet.barrier(p_fan, p_amount)
$function$;

create function wallet.refuse_change()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'WA001';
end $function$;

create function wallet.release_hold(
  p_hold bigint,
  p_reason text,
  p_counterpart text,
  out released bigint,
  out transfer_id bigint,
  out balance bigint,
  out replayed boolean)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_hold wallet.hold;
  v_key text := 'hold/' || p_hold || '/release';
begin
  v_hold := wallet.lock_hold(p_hold);
  replayed := v_hold.closed_at is not null;
  if replayed then
    released := v_hold.released;
    select t.id, t.credit_after into transfer_id, balance from wallet.transfer as t where t.key = v_key;
    balance := coalesce((select t.debit_after from wallet.transfer as t where t.key = v_key || '/debt'), balance);
  else
    released := v_hold.tokens - v_hold.captured;
    if released > 0 then
      select t.transfer_id into transfer_id
      from wallet.transfer(v_key, 'release', 'hold', v_hold.fan_id, 'fan', v_hold.fan_id, released, p_reason,
        p_counterpart, null, p_hold) as t;
      perform wallet.settle_debt(v_hold.fan_id, v_key, p_reason);
    end if;
    update wallet.hold as h set released = v_hold.tokens - v_hold.captured, closed_at = now() where h.id = p_hold;
  end if;
  if balance is null then
    select a.balance into strict balance from wallet.account as a where a.kind = 'fan' and a.owner_id = v_hold.fan_id;
  end if;
end $function$;

create function wallet.replay(
  p_key text,
  p_kind wallet.transfer_kind,
  p_debit bigint,
  p_credit bigint,
  p_amount bigint)
returns table(status text, transfer_id bigint, balance bigint)
language sql
stable
as $function$
  select
    case when (t.kind, t.debit_id, t.credit_id, t.amount) = (p_kind, p_debit, p_credit, p_amount)
      then 'replayed' else 'key_conflict' end,
    t.id,
    coalesce(t.debit_after, t.credit_after)
  from wallet.transfer as t
  where t.key = p_key
$function$;

create function wallet.reverse(
  p_key text,
  p_transfer bigint,
  p_amount bigint,
  p_kind wallet.transfer_kind,
  p_reason text,
  p_metadata jsonb,
  out status text,
  out taken bigint,
  out owed bigint,
  out balance bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_original wallet.transfer;
  v_from wallet.account;
  v_to wallet.account;
  v_left bigint;
  v_amount bigint;
begin
  -- Reversals of one transfer wait for each other here.
  select * into v_original from wallet.transfer where id = p_transfer for update;
  if not found then
    raise exception 'no transfer %', p_transfer using errcode = 'WA003';
  end if;

  select case when (r.transfer_id, r.kind) = (p_transfer, p_kind) and r.tokens = coalesce(p_amount, r.tokens)
      then 'replayed' else 'key_conflict' end, r.taken, r.owed, r.balance
    into status, taken, owed, balance
  from wallet.reversal as r where r.key = p_key;
  if found then
    return;
  end if;
  if exists (select from wallet.transfer where key in (p_key, p_key || '/debt')) then
    status := 'key_conflict';
    return;
  end if;

  select v_original.amount - coalesce(sum(r.tokens), 0) into v_left
  from wallet.reversal as r where r.transfer_id = p_transfer;
  v_amount := coalesce(p_amount, v_left);
  if v_amount > v_left or v_left = 0 then
    status := 'already_reversed';
    return;
  end if;

  select * into strict v_from from wallet.account where id = v_original.debit_id;
  select * into strict v_to from wallet.account where id = v_original.credit_id;
  if v_from.kind = 'issuance' and v_to.kind = 'fan' then
    select r.taken, r.balance into taken, balance
    from wallet.take_issued(p_key, p_transfer, v_to.owner_id, v_amount, p_kind, p_reason, p_metadata) as r;
  elsif v_from.kind in ('fan', 'hold') and v_to.kind = 'model' then
    select t.status, t.balance into status, balance
    from wallet.transfer(p_key, p_kind, 'model', v_to.owner_id, 'fan', v_from.owner_id, v_amount, p_reason,
      v_original.counterpart, p_metadata, v_original.hold_id, p_transfer) as t;
    taken := v_amount;
    if status <> 'done' then
      return;
    end if;
    perform wallet.settle_debt(v_from.owner_id, p_key, p_reason);
    select a.balance into strict balance from wallet.account as a where a.kind = 'fan' and a.owner_id = v_from.owner_id;
  else
    raise exception 'a % from % to % cannot be reversed', v_original.kind, v_from.kind, v_to.kind using errcode = 'WA004';
  end if;

  owed := v_amount - taken;
  insert into wallet.reversal (key, transfer_id, kind, tokens, taken, owed, balance)
  values (p_key, p_transfer, p_kind, v_amount, taken, owed, balance);
  status := 'done';
end $function$;

create function wallet.roll_up(p_account bigint)
returns bigint
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_sum bigint;
  v_rows bigint;
begin
  perform from wallet.account where id = p_account for no key update;
  with gone as (delete from wallet.pending where account_id = p_account returning amount)
  select coalesce(sum(amount), 0), count(*) into v_sum, v_rows from gone;
  if v_rows > 0 then
    update wallet.account set balance = balance + v_sum where id = p_account;
  end if;
  return v_rows;
end $function$;

create function wallet.set_aside(p_fan bigint)
returns bigint
language sql
stable
as $function$
  select coalesce((select balance from wallet.account where kind = 'hold' and owner_id = p_fan), 0)::bigint
$function$;

create function wallet.set_limits(p_fan bigint, p_day bigint, p_week bigint, p_month bigint)
returns void
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_old wallet.spend_limit := wallet.lock_limits(p_fan);
  v_waits boolean := wallet.is_looser(p_day, v_old.per_day) or wallet.is_looser(p_week, v_old.per_week)
    or wallet.is_looser(p_month, v_old.per_month);
  v_waited boolean := v_old.next_from is not null and not (wallet.is_looser(p_day, v_old.next_day)
    or wallet.is_looser(p_week, v_old.next_week) or wallet.is_looser(p_month, v_old.next_month));
begin
  update wallet.spend_limit
  set per_day = case when wallet.is_looser(p_day, per_day) then per_day else p_day end,
    per_week = case when wallet.is_looser(p_week, per_week) then per_week else p_week end,
    per_month = case when wallet.is_looser(p_month, per_month) then per_month else p_month end,
    next_day = case when v_waits then p_day end,
    next_week = case when v_waits then p_week end,
    next_month = case when v_waits then p_month end,
    next_from = case when not v_waits then null when v_waited then next_from
      else wallet.instant() + interval '24 hours' end
  where fan_id = p_fan;
  insert into wallet.spend_limit_change (fan_id, at, per_day, per_week, per_month, paused_until)
  values (p_fan, wallet.instant(), p_day, p_week, p_month, v_old.paused_until);
end $function$;

create function wallet.settle_debt(p_fan bigint, p_key text, p_reason text)
returns bigint
language plpgsql
as $function$
declare
  v_purse wallet.account;
  v_owed bigint;
  v_paid bigint;
begin
  select * into strict v_purse from wallet.account where kind = 'fan' and owner_id = p_fan for no key update;
  if not v_purse.frozen then
    return null;
  end if;
  select -balance into strict v_owed from wallet.account where kind = 'debt' and owner_id = p_fan;
  v_paid := least(v_owed, v_purse.balance);
  if v_paid > 0 then
    perform wallet.transfer(p_key || '/debt', 'debt_payment', 'fan', p_fan, 'debt', p_fan, v_paid, p_reason);
  end if;
  update wallet.account set frozen = v_paid < v_owed where id = v_purse.id;
  return v_purse.balance - v_paid;
end $function$;

create function wallet.spendings(p_fan bigint, p_since timestamptz)
returns table(at timestamptz, tokens bigint)
language sql
stable
as $function$
  select t.created_at, (t.amount
    - coalesce((select sum(r.taken) from wallet.reversal as r where r.transfer_id = t.id), 0)
    - coalesce((select sum(b.amount) from wallet.transfer as b
        where b.kind = 'refund' and b.metadata ->> 'returns' is not null
          and b.metadata ->> 'returns' = t.id::text), 0))::bigint
  from wallet.transfer as t
  where t.debit_id in (select id from wallet.account where kind in ('fan', 'hold') and owner_id = p_fan)
    and t.created_at > p_since
    and t.kind in ('tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice')
$function$;

create function wallet.spends(p_kind wallet.transfer_kind)
returns boolean
language sql
immutable
as $function$
  select p_kind not in ('refund', 'chargeback', 'debt_payment', 'adjustment')
$function$;

create function wallet.spent_now(p_fan bigint)
returns table(day bigint, week bigint, month bigint)
language sql
stable
as $function$
  select (coalesce(sum(s.tokens) filter (where s.at > wallet.instant() - interval '24 hours'), 0) + a.held)::bigint,
    (coalesce(sum(s.tokens) filter (where s.at > wallet.instant() - interval '7 days'), 0) + a.held)::bigint,
    (coalesce(sum(s.tokens), 0) + a.held)::bigint
  from (select wallet.set_aside(p_fan) as held) as a
  left join wallet.spendings(p_fan, wallet.instant() - interval '30 days') as s on true
  group by a.held
$function$;

create function wallet.take_issued(
  p_key text,
  p_transfer bigint,
  p_fan bigint,
  p_amount bigint,
  p_kind wallet.transfer_kind,
  p_reason text,
  p_metadata jsonb,
  out taken bigint,
  out balance bigint)
returns record
language plpgsql
as $function$
declare
  v_purse wallet.account;
begin
  select * into strict v_purse from wallet.account where kind = 'fan' and owner_id = p_fan for no key update;
  taken := least(v_purse.balance, p_amount);
  balance := v_purse.balance - taken;
  if taken > 0 then
    perform wallet.transfer(p_key, p_kind, 'fan', p_fan, 'issuance', 0, taken, p_reason, null, p_metadata, null,
      p_transfer);
  end if;
  if taken < p_amount then
    perform wallet.transfer(p_key || '/debt', 'debt', 'debt', p_fan, 'issuance', 0, p_amount - taken, p_reason, null,
      p_metadata, null, p_transfer);
    update wallet.account set frozen = true where id = v_purse.id;
  end if;
end $function$;

create function wallet.transfer(
  p_key text,
  p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind,
  p_from_owner bigint,
  p_to_kind wallet.account_kind,
  p_to_owner bigint,
  p_amount bigint,
  p_reason text,
  p_counterpart text default null::text,
  p_metadata jsonb default null::jsonb,
  p_hold_id bigint default null::bigint,
  p_reverses bigint default null::bigint,
  out status text,
  out transfer_id bigint,
  out balance bigint)
returns record
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  select m.status, m.transfer_id, m.balance into status, transfer_id, balance
  from wallet.move(p_key, p_kind, p_from_kind, p_from_owner, p_to_kind, p_to_owner, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold_id, p_reverses) as m;
end $function$;

create function wallet.transfer_all(p_orders jsonb)
returns table(place bigint, status text, transfer_id bigint, balance bigint)
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  v_order record;
begin
  for v_order in
    select *
    from rows from (jsonb_to_recordset(p_orders) as (
      key text, kind wallet.transfer_kind,
      from_kind wallet.account_kind, from_owner bigint, to_kind wallet.account_kind, to_owner bigint,
      tokens bigint, reason text, counterpart text, metadata jsonb
    )) with ordinality as o (key, kind, from_kind, from_owner, to_kind, to_owner, tokens, reason, counterpart, metadata,
      position)
    order by o.from_kind, o.from_owner, o.position
  loop
    place := v_order.position;
    select t.status, t.transfer_id, t.balance into status, transfer_id, balance
    from wallet.move(v_order.key, v_order.kind, v_order.from_kind, v_order.from_owner, v_order.to_kind,
      v_order.to_owner, v_order.tokens, v_order.reason, v_order.counterpart, v_order.metadata) as t;
    return next;
  end loop;
end $function$;

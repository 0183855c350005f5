-- What fans allow themselves to spend, and pauses that they take from spending. The ledger itself holds them: a spending
-- is judged in the transaction that makes it, under the lock of its wallet, so that many at once are judged one by one.

-- The clock of limits, in milliseconds as the program counts. A function of its own, so that tests can set it.
create function wallet.instant() returns timestamptz language sql stable as $$
  select date_trunc('milliseconds', now())
$$;
alter table wallet.transfer alter column created_at set default wallet.instant();

-- Tokens in any 24 hours, 7 days and 30 days; null: no limit. The next_* hold from next_from on: what raises or removes
-- a limit waits for a day.
create table wallet.spend_limit (
  fan_id bigint primary key,
  per_day bigint check (per_day > 0),
  per_week bigint check (per_week > 0),
  per_month bigint check (per_month > 0),
  next_day bigint check (next_day > 0),
  next_week bigint check (next_week > 0),
  next_month bigint check (next_month > 0),
  next_from timestamptz,
  paused_until timestamptz,
  check (next_from is not null or coalesce(next_day, next_week, next_month) is null)
);
create trigger kept before delete on wallet.spend_limit for each row execute function wallet.refuse_change();
create trigger kept_all before truncate on wallet.spend_limit for each statement execute function wallet.refuse_change();

-- What a fan decided, and when; nobody changes it afterwards.
create table wallet.spend_limit_change (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  at timestamptz not null,
  per_day bigint,
  per_week bigint,
  per_month bigint,
  paused_until timestamptz
);
create index spend_limit_change_fan on wallet.spend_limit_change (fan_id, id);
create trigger final before update or delete on wallet.spend_limit_change
  for each row execute function wallet.refuse_change();
create trigger final_all before truncate on wallet.spend_limit_change
  for each statement execute function wallet.refuse_change();

-- True once a fan has chosen a limit or a pause: all others pay nothing for the check.
alter table wallet.account add column limited boolean not null default false;

-- No pause ends earlier than its fan was told.
create function wallet.guard_pause() returns trigger language plpgsql as $$
begin
  if old.paused_until > wallet.instant() and (new.paused_until is null or new.paused_until < old.paused_until) then
    raise exception 'the pause of fan % cannot be shortened', old.fan_id using errcode = 'WA007';
  end if;
  return new;
end $$;
create trigger guard_pause before update on wallet.spend_limit for each row execute function wallet.guard_pause();

-- The limits that hold now; no row for who never chose any.
create function wallet.limits_now(p_fan bigint)
returns table (per_day bigint, per_week bigint, per_month bigint, paused_until timestamptz)
language sql stable as $$
  select case when next_from <= wallet.instant() then next_day else l.per_day end,
    case when next_from <= wallet.instant() then next_week else l.per_week end,
    case when next_from <= wallet.instant() then next_month else l.per_month end,
    case when l.paused_until > wallet.instant() then l.paused_until end
  from wallet.spend_limit as l where fan_id = p_fan
$$;

-- What a fan spent since an instant, spending by spending. Tokens set aside count as they are charged, see below; what a
-- model gave back does not count.
create function wallet.spendings(p_fan bigint, p_since timestamptz)
returns table (at timestamptz, tokens bigint) language sql stable as $$
  select t.created_at, t.amount - coalesce((select sum(r.taken) from wallet.reversal as r where r.transfer_id = t.id), 0)
  from wallet.transfer as t
  where t.debit_id in (select id from wallet.account where kind in ('fan', 'hold') and owner_id = p_fan)
    and t.created_at > p_since
    and t.kind in ('tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice')
$$;

-- What is set aside for shows that run: it may be spent at any moment, so it counts as spent until it comes back.
create function wallet.set_aside(p_fan bigint) returns bigint language sql stable as $$
  select coalesce((select balance from wallet.account where kind = 'hold' and owner_id = p_fan), 0)::bigint
$$;

create function wallet.limit_windows() returns table (name text, length interval) language sql immutable as $$
  values ('day', interval '24 hours'), ('week', interval '7 days'), ('month', interval '30 days')
$$;

-- Tokens spent in the windows that end now, with what is set aside.
create function wallet.spent_now(p_fan bigint) returns table (day bigint, week bigint, month bigint)
language sql stable as $$
  select (coalesce(sum(s.tokens) filter (where s.at > wallet.instant() - interval '24 hours'), 0) + a.held)::bigint,
    (coalesce(sum(s.tokens) filter (where s.at > wallet.instant() - interval '7 days'), 0) + a.held)::bigint,
    (coalesce(sum(s.tokens), 0) + a.held)::bigint
  from (select wallet.set_aside(p_fan) as held) as a
  left join wallet.spendings(p_fan, wallet.instant() - interval '30 days') as s on true
  group by a.held
$$;

-- Why a fan may not spend so much now: `pause`, or the limit that holds longest, and when it ends; null: it never fits.
-- No row: nothing is in the way.
create function wallet.barrier(p_fan bigint, p_amount bigint) returns table (name text, free_at timestamptz)
language sql stable as $$
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
  -- As spendings leave the window one by one, the oldest first, there is room again.
  freed as (
    select r.name, (
      select f.at + r.length
      from (select s.at, sum(s.tokens) over (order by s.at) as freed
        from wallet.spendings(p_fan, wallet.instant() - r.length) as s) as f
      where f.freed >= r.over order by f.at limit 1) as free_at
    from reached as r),
  found as (
    select 'pause' as name, paused_until as free_at, 0 as rank from limits where paused_until is not null
    union all
    select freed.name, freed.free_at, 1 from freed)
  select found.name, found.free_at from found order by rank, found.free_at desc nulls first limit 1
$$;

-- How many more tokens a fan's limits let through now; null: no limit.
create function wallet.allowance(p_fan bigint) returns bigint language sql stable as $$
  select greatest(0, case when l.paused_until is not null then 0
    else least(l.per_day - s.day, l.per_week - s.week, l.per_month - s.month) end)
  from wallet.limits_now(p_fan) as l, wallet.spent_now(p_fan) as s
  where coalesce(l.per_day, l.per_week, l.per_month) is not null or l.paused_until is not null
$$;

-- Locks a fan's wallet, so that no spending is judged by limits that change, and finds or makes their row.
create function wallet.lock_limits(p_fan bigint) returns wallet.spend_limit language plpgsql as $$
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
end $$;

-- Is a limit looser than another? Null is none at all.
create function wallet.is_looser(p_new bigint, p_old bigint) returns boolean language sql immutable as $$
  select p_old is not null and (p_new is null or p_new > p_old)
$$;

-- Chooses limits: what is tighter holds at once, what is looser after 24 hours. What already waits does not wait longer
-- because a tighter limit is chosen meanwhile, nor because the same is chosen again.
create function wallet.set_limits(p_fan bigint, p_day bigint, p_week bigint, p_month bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

-- Stops all spending of a fan for some days. A pause that runs becomes longer, never shorter.
create function wallet.pause_spending(p_fan bigint, p_days integer)
returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

-- wallet.move() as before, and for a fan who has chosen limits the check of them. A key that was used before gets its
-- first answer, whatever the limits say now.
create or replace function wallet.move(
  p_key text, p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind, p_from_owner bigint, p_to_kind wallet.account_kind, p_to_owner bigint,
  p_amount bigint, p_reason text, p_counterpart text default null, p_metadata jsonb default null,
  p_hold_id bigint default null, p_reverses bigint default null,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql as $$
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
end $$;

-- The status of a spending that a pause or a limit refuses, `spending_paused:<until>` or `limit_reached:<name>:<free at>`,
-- in milliseconds since 1970, nothing for never; null when they let it through.
create function wallet.refusal_of(p_fan bigint, p_amount bigint) returns text language sql stable as $$
  select case name when 'pause' then 'spending_paused:' else 'limit_reached:' || name || ':' end
    || coalesce(ceil(extract(epoch from free_at) * 1000)::bigint::text, '')
  from wallet.barrier(p_fan, p_amount)
$$;

-- As before; limits come before the balance, because buying tokens would not help.
create or replace function wallet.answer_without_moving(
  p_key text, p_kind wallet.transfer_kind, p_from_kind wallet.account_kind, p_from_owner bigint, p_credit bigint,
  p_amount bigint,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql as $$
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
end $$;

-- In security definer functions their owner's rights count, but whoever may look into the schema could call the others.
revoke execute on all functions in schema wallet from public;

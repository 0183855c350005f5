-- As before; what is set aside for a show that runs becomes free too, as the last thing: charged this moment, it counts
-- for one whole span from now on. Without it a spending that fits the limit seemed to fit never.
create or replace function wallet.barrier(p_fan bigint, p_amount bigint)
returns table (name text, free_at timestamptz)
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
$$;

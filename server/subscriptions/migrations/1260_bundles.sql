-- Subscriptions of 3, 6 and 12 months beside those of one: a model may sell each of these terms cheaper than its months one
-- by one. A subscription has one term for life; what was agreed to and every payment of it last just that long.

create function subscriptions.days_of(p_months int) returns int language sql immutable strict
  return case p_months when 1 then 30 when 3 then 90 when 6 then 180 when 12 then 365 end;

create table subscriptions.bundle (
  model_id bigint not null references subscriptions.plan,
  months int not null check (months in (3, 6, 12)),
  price_cents int not null check (price_cents > 0),
  primary key (model_id, months)
);

-- Looked at in the end of the transaction, because a model changes the price of a month and of bundles together.
create function subscriptions.guard_bundle() returns trigger language plpgsql as $$
begin
  if exists (select from subscriptions.bundle as b join subscriptions.plan as p on p.model_id = b.model_id
      where p.model_id = new.model_id and b.price_cents >= b.months * p.price_cents) then
    raise exception 'a bundle of model % costs no less than its months', new.model_id using errcode = 'PY005';
  end if;
  return null;
end $$;
create constraint trigger guard_bundle after insert or update on subscriptions.bundle
  deferrable initially deferred for each row execute function subscriptions.guard_bundle();
create constraint trigger guard_bundles_of_plan after update on subscriptions.plan
  deferrable initially deferred for each row execute function subscriptions.guard_bundle();

-- Everything that a model sells: one row for each term, with what one payment costs and the tokens that come with it.
create view subscriptions.term as
  select model_id, 1 as months, price_cents, free_tokens, enabled from subscriptions.plan
  union all
  select b.model_id, b.months, b.price_cents, p.free_tokens * b.months, p.enabled
  from subscriptions.bundle as b join subscriptions.plan as p on p.model_id = b.model_id;

alter table subscriptions.subscription add column months int not null default 1 check (months in (1, 3, 6, 12));
alter table subscriptions.subscription alter column months drop default;
-- Of what term the request under a key was; null: the caller said none.
alter table subscriptions.wish add column months int check (months in (1, 3, 6, 12));

create function subscriptions.guard_term() returns trigger language plpgsql as $$
begin
  if new.months <> old.months then
    raise exception 'the term of a subscription never changes' using errcode = 'PY002';
  end if;
  return new;
end $$;
create trigger guard_term before update on subscriptions.subscription
  for each row execute function subscriptions.guard_term();

alter table subscriptions.agreement drop constraint agreement_period_days_check;
create function subscriptions.guard_agreement_term() returns trigger language plpgsql as $$
begin
  if new.period_days is distinct from (
      select subscriptions.days_of(months) from subscriptions.subscription where id = new.subscription_id) then
    raise exception 'subscription % has another term than % days', new.subscription_id, new.period_days
      using errcode = 'PY005';
  end if;
  return new;
end $$;
create trigger guard_agreement_term before insert on subscriptions.agreement
  for each row execute function subscriptions.guard_agreement_term();

alter table subscriptions.charge drop constraint a_period_is_30_days;
create function subscriptions.guard_charge_term() returns trigger language plpgsql as $$
begin
  if new.period_end is distinct from new.period_start + (
      select subscriptions.days_of(months) * interval '24 hours'
      from subscriptions.subscription where id = new.subscription_id) then
    raise exception 'a payment of subscription % buys just its term', new.subscription_id using errcode = 'PY005';
  end if;
  return new;
end $$;
create trigger guard_charge_term before insert or update on subscriptions.charge
  for each row execute function subscriptions.guard_charge_term();

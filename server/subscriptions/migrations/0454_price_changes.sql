-- A model who raises her price asks those who are subscribed: they keep the old one until they agree to the new one, and
-- who has not agreed by the day before the renewal is not renewed.

-- What was agreed to last, and the package that the gateway was last heard to charge.
alter table subscriptions.subscription
  add column agreed_cents int, add column agreed_tokens int, add column agreed_offer_id text, add column offer_at_gateway text;
update subscriptions.subscription
  set agreed_cents = price_cents, agreed_tokens = free_tokens, agreed_offer_id = offer_id, offer_at_gateway = offer_id;
alter table subscriptions.subscription
  alter column agreed_cents set not null, alter column agreed_tokens set not null,
  alter column agreed_offer_id set not null, alter column offer_at_gateway set not null;

create table subscriptions.price_change (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions.subscription,
  from_cents int not null check (from_cents > 0),
  to_cents int not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  free_tokens int not null check (free_tokens >= 0),
  offer_id text not null,
  announced_at timestamptz not null,
  -- The renewal that it is about, seven days away at least: a rise that comes later is asked after that renewal.
  applies_at timestamptz not null check (applies_at >= announced_at + interval '168 hours'),
  -- `lapsed`: not answered in time, so the renewal was switched off. `withdrawn`: the model asks this price no more.
  state text not null default 'open' check (state in ('open', 'agreed', 'lapsed', 'withdrawn')),
  answered_at timestamptz,
  constraint only_rises_are_asked check (to_cents > from_cents),
  constraint answered_has_its_time check ((state = 'open') = (answered_at is null))
);
create unique index price_change_unanswered on subscriptions.price_change (subscription_id)
  where state in ('open', 'lapsed');
create index price_change_of_subscription on subscriptions.price_change (subscription_id, id);

create function subscriptions.guard_price_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a price change begins as open, not as %', new.state using errcode = 'PY001';
    end if;
    return new;
  end if;
  if (new.id, new.subscription_id, new.from_cents, new.to_cents, new.currency, new.free_tokens, new.offer_id,
      new.announced_at, new.applies_at)
    is distinct from
     (old.id, old.subscription_id, old.from_cents, old.to_cents, old.currency, old.free_tokens, old.offer_id,
      old.announced_at, old.applies_at) then
    raise exception 'what was asked about a price never changes' using errcode = 'PY002';
  end if;
  if not (old.state = 'open' or (old.state = 'lapsed' and new.state in ('agreed', 'withdrawn'))) then
    raise exception 'a price change cannot go from % to %', old.state, new.state using errcode = 'PY001';
  end if;
  if new.state = 'agreed' and not exists (select from subscriptions.agreement
      where subscription_id = new.subscription_id and price_cents = new.to_cents) then
    raise exception 'nobody agreed to the price of subscription %', new.subscription_id using errcode = 'PY004';
  end if;
  return new;
end $$;
create trigger guard_price_change before insert or update on subscriptions.price_change
  for each row execute function subscriptions.guard_price_change();
create trigger keep_price_change before delete on subscriptions.price_change
  for each row execute function subscriptions.guard_history();
create trigger keep_all_price_changes before truncate on subscriptions.price_change
  for each statement execute function subscriptions.guard_history();

-- After the first terms only what was asked can be agreed to.
create function subscriptions.guard_agreement_asked() returns trigger language plpgsql as $$
begin
  if exists (select from subscriptions.subscription where id = new.subscription_id
      and (price_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id))
    or exists (select from subscriptions.price_change
      where subscription_id = new.subscription_id and state in ('open', 'lapsed')
        and (to_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id)) then
    return new;
  end if;
  raise exception 'nobody was asked for this price of subscription %', new.subscription_id using errcode = 'PY004';
end $$;
create trigger guard_agreement_asked before insert on subscriptions.agreement
  for each row execute function subscriptions.guard_agreement_asked();

-- The price in force begins as the first terms, and rises to what was agreed to.
create function subscriptions.guard_price_in_force() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.agreed_cents := new.price_cents;
    new.agreed_tokens := new.free_tokens;
    new.agreed_offer_id := new.offer_id;
    new.offer_at_gateway := new.offer_id;
    return new;
  end if;
  if (new.agreed_cents, new.agreed_tokens, new.agreed_offer_id)
      is distinct from (old.agreed_cents, old.agreed_tokens, old.agreed_offer_id)
    and (new.agreed_cents <= old.agreed_cents or not exists (
      select from subscriptions.agreement where subscription_id = new.id
        and (price_cents, free_tokens, offer_id) = (new.agreed_cents, new.agreed_tokens, new.agreed_offer_id))) then
    raise exception 'nobody agreed to this price of subscription %', new.id using errcode = 'PY004';
  end if;
  return new;
end $$;
create trigger guard_price_in_force before insert or update on subscriptions.subscription
  for each row execute function subscriptions.guard_price_in_force();

drop index subscriptions.subscription_to_tell;
create index subscription_to_tell on subscriptions.subscription (tell_after)
  where renews <> renews_at_gateway or (renews and agreed_offer_id <> offer_at_gateway);

-- Monthly subscriptions of fans to models: what they cost, every payment and every step, as strict as other money.
create schema subscriptions;

-- What a model asks for a month. A model without a row offers no subscription.
create table subscriptions.plan (
  model_id bigint primary key,
  price_cents int not null check (price_cents between 100 and 100000),
  free_tokens int not null default 0 check (free_tokens between 0 and 10000),
  enabled boolean not null,
  updated_at timestamptz not null
);

-- One membership at a gateway, from the wish to its end. Access is what `running` and `expire_at` say, nothing else.
create table subscriptions.subscription (
  id bigint generated always as identity primary key,
  -- Our name for it at the gateway; authorises nothing.
  reference uuid not null unique,
  fan_id bigint not null,
  model_id bigint not null,
  price_cents int not null check (price_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  free_tokens int not null check (free_tokens >= 0),
  gateway text not null,
  offer_id text not null,
  -- The consent to a payment that renews itself.
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  state text not null default 'pending' check (state in ('pending', 'abandoned', 'running', 'ended')),
  -- The gateway's form, while it can be paid; and since when somebody has been asking for it.
  form_url text,
  form_asked_at timestamptz,
  gateway_subscription_id text,
  started_at timestamptz,
  expire_at timestamptz,
  canceled_at timestamptz,
  user_canceled_at timestamptz,
  reenabled_at timestamptz,
  -- What is wished for, and what the gateway was last heard to know.
  renews boolean not null default true,
  renews_at_gateway boolean not null default true,
  telling_until timestamptz,
  tell_after timestamptz,
  tell_failures int not null default 0 check (tell_failures >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dated_once_paid check (
    (state in ('pending', 'abandoned') and started_at is null and expire_at is null) or
    (state in ('running', 'ended') and started_at is not null and expire_at is not null)),
  constraint canceled_means_no_renewal check ((canceled_at is null) = renews),
  constraint fans_cancel_is_a_cancel check (user_canceled_at is null or canceled_at is not null)
);

-- A fan has at most one form of a model open.
create unique index subscription_pending on subscriptions.subscription (fan_id, model_id) where state = 'pending';
create index subscription_of_fan on subscriptions.subscription (fan_id, expire_at desc);
create index subscription_of_model on subscriptions.subscription (model_id, expire_at desc);
create index subscription_to_tell on subscriptions.subscription (tell_after) where renews <> renews_at_gateway;
create index subscription_forms on subscriptions.subscription (created_at) where state = 'pending';

-- Which wish to subscribe was sent under which idempotency key: sent again, it is not wished again.
create table subscriptions.wish (
  fan_id bigint not null,
  key text not null,
  model_id bigint not null,
  subscription_id bigint not null references subscriptions.subscription,
  at timestamptz not null,
  primary key (fan_id, key)
);

create table subscriptions.legal_step (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
-- Late money is legal: a form that was given up, and a membership that had ended, may still be paid.
insert into subscriptions.legal_step values
  ('pending', 'running'), ('pending', 'abandoned'), ('abandoned', 'running'),
  ('running', 'ended'), ('ended', 'running');

-- Every payment once, by the gateway's number of it. One that was returned before it was heard of has no period.
create table subscriptions.charge (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions.subscription,
  gateway text not null,
  transaction_id text not null,
  amount_cents int not null check (amount_cents > 0),
  currency text not null,
  state text not null check (state in ('paid', 'refunded', 'charged_back')),
  period_start timestamptz,
  period_end timestamptz,
  free_tokens int not null default 0 check (free_tokens >= 0),
  transfer_id bigint,
  at timestamptz not null,
  returned_at timestamptz,
  unique (gateway, transaction_id),
  constraint a_period_is_30_days check (period_end = period_start + interval '720 hours'),
  constraint paid_buys_a_period check (state <> 'paid' or period_start is not null),
  constraint tokens_came_by_a_transfer check (free_tokens = 0 or transfer_id is not null),
  constraint returned_has_its_time check ((state = 'paid') = (returned_at is null))
);
create index charge_of_subscription on subscriptions.charge (subscription_id, id);

create table subscriptions.step (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions.subscription,
  kind text not null check (kind in (
    'ordered', 'abandoned', 'paid', 'renewed', 'canceled', 'enabled', 'refunded', 'charged_back', 'ended')),
  source text not null check (source in ('fan', 'gateway', 'house')),
  at timestamptz not null
);
create index step_of_subscription on subscriptions.step (subscription_id, id);

-- Every notice of a gateway once, stored in the transaction that has its effect.
create table subscriptions.notice (
  id bigint generated always as identity primary key,
  gateway text not null,
  dedupe_key text not null,
  subscription_id bigint,
  report jsonb not null,
  address text not null,
  verdict text not null check (verdict in ('applied', 'unchanged', 'mismatch', 'no_subscription')),
  received_at timestamptz not null,
  unique (gateway, dedupe_key)
);

create function subscriptions.guard_subscription() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'a subscription begins as pending, not as %', new.state using errcode = 'PY001';
    end if;
    return new;
  end if;
  if (new.id, new.reference, new.fan_id, new.model_id, new.price_cents, new.currency, new.free_tokens, new.gateway,
      new.offer_id, new.terms_version, new.accepted_at, new.accepted_address, new.created_at)
    is distinct from
     (old.id, old.reference, old.fan_id, old.model_id, old.price_cents, old.currency, old.free_tokens, old.gateway,
      old.offer_id, old.terms_version, old.accepted_at, old.accepted_address, old.created_at) then
    raise exception 'who subscribed to whom and for how much never changes' using errcode = 'PY002';
  end if;
  if new.state <> old.state and not exists (
    select from subscriptions.legal_step where from_state = old.state and to_state = new.state) then
    raise exception 'a subscription cannot go from % to %', old.state, new.state using errcode = 'PY001';
  end if;
  return new;
end $$;
create trigger guard_subscription before insert or update on subscriptions.subscription
  for each row execute function subscriptions.guard_subscription();

create function subscriptions.guard_charge() returns trigger language plpgsql as $$
begin
  if (new.id, new.subscription_id, new.gateway, new.transaction_id, new.amount_cents, new.currency, new.period_start,
      new.period_end, new.free_tokens, new.transfer_id, new.at)
    is distinct from
     (old.id, old.subscription_id, old.gateway, old.transaction_id, old.amount_cents, old.currency, old.period_start,
      old.period_end, old.free_tokens, old.transfer_id, old.at)
    or old.state <> 'paid' then
    raise exception 'a payment only changes by being returned, once' using errcode = 'PY002';
  end if;
  return new;
end $$;
create trigger guard_charge before update on subscriptions.charge
  for each row execute function subscriptions.guard_charge();

create function subscriptions.guard_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of subscriptions is never changed' using errcode = 'PY002';
end $$;
create trigger guard_step before update or delete on subscriptions.step
  for each row execute function subscriptions.guard_history();
create trigger guard_notice before update or delete on subscriptions.notice
  for each row execute function subscriptions.guard_history();
create trigger keep_charge before delete on subscriptions.charge
  for each row execute function subscriptions.guard_history();
create trigger keep_subscription before delete on subscriptions.subscription
  for each row execute function subscriptions.guard_history();
create trigger keep_all_subscriptions before truncate on subscriptions.subscription
  for each statement execute function subscriptions.guard_history();
create trigger keep_all_charges before truncate on subscriptions.charge
  for each statement execute function subscriptions.guard_history();
create trigger keep_all_steps before truncate on subscriptions.step
  for each statement execute function subscriptions.guard_history();
create trigger keep_all_notices before truncate on subscriptions.notice
  for each statement execute function subscriptions.guard_history();

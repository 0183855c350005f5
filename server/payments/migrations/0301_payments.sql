-- What is sold, what was offered to whom, and every payment with its whole history.
create schema payments;

-- Packages and offers are bought by the same kind of number, so one sequence numbers both.
create sequence payments.plan_id as bigint;

create table payments.token_package (
  id bigint primary key default nextval('payments.plan_id'),
  position int not null unique,
  label_en text not null,
  label_es text not null,
  description_en text not null,
  description_es text not null,
  base_tokens int not null check (base_tokens > 0),
  bonus_tokens int not null default 0 check (bonus_tokens >= 0),
  price_cents int not null check (price_cents > 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  popular boolean not null default false,
  best_value boolean not null default false,
  promoted boolean not null default false,
  active boolean not null default true
);

-- At most one package is what the promo of the day discounts.
create unique index token_package_promoted on payments.token_package (promoted) where promoted;

-- What one fan was offered on one UTC day. Price and end are fixed at first sight and never change.
create table payments.promo_offer (
  id bigint primary key default nextval('payments.plan_id'),
  fan_id bigint not null,
  day date not null,
  package_id bigint not null,
  base_tokens int not null check (base_tokens > 0),
  bonus_tokens int not null check (bonus_tokens >= 0),
  old_price_cents int not null check (old_price_cents > 0),
  price_cents int not null check (price_cents > 0 and price_cents <= old_price_cents),
  footer_price_cents int not null check (footer_price_cents > 0 and footer_price_cents <= price_cents),
  currency text not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > seen_at),
  unique (fan_id, day)
);

-- One wish of one fan to buy one plan. Of the card only what may be kept: brand, first six and last four digits.
create table payments.intent (
  id uuid primary key,
  fan_id bigint not null,
  plan_id bigint not null,
  plan_kind text not null check (plan_kind in ('package', 'promo')),
  base_tokens int not null check (base_tokens > 0),
  bonus_tokens int not null check (bonus_tokens >= 0),
  amount_cents int not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  order_id text not null,
  idempotency_key text,
  request_hash bytea not null,
  gateway text not null,
  gateway_reference text,
  checkout_url text,
  state text not null check (state in (
    'created', 'submitting', 'unknown', 'pending', 'succeeded', 'declined', 'expired', 'cancelled',
    'refunded', 'charged_back', 'chargeback_reversed')),
  decline_code text,
  card_brand text,
  card_bin text check (card_bin ~ '^\d{6}$'),
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  transfer_id bigint,
  queries int not null default 0,
  last_query_at timestamptz,
  next_query_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  unique (fan_id, order_id),
  unique (fan_id, idempotency_key),
  constraint credited_when_succeeded check (state <> 'succeeded' or transfer_id is not null)
);

create index intent_to_query on payments.intent (next_query_at) where next_query_at is not null;
create index intent_submitting on payments.intent (updated_at) where state = 'submitting';
create index intent_of_fan on payments.intent (fan_id, created_at);

-- Every step that an intent may take. Late money is legal: what expired or was cancelled may still succeed.
create table payments.legal_step (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into payments.legal_step values
  ('created', 'submitting'), ('created', 'expired'),
  ('submitting', 'unknown'), ('submitting', 'pending'), ('submitting', 'succeeded'), ('submitting', 'declined'),
  ('submitting', 'expired'), ('submitting', 'cancelled'),
  ('unknown', 'pending'), ('unknown', 'succeeded'), ('unknown', 'declined'), ('unknown', 'expired'),
  ('unknown', 'cancelled'),
  ('pending', 'succeeded'), ('pending', 'declined'), ('pending', 'expired'), ('pending', 'cancelled'),
  ('expired', 'succeeded'), ('cancelled', 'succeeded'),
  ('succeeded', 'refunded'), ('succeeded', 'charged_back'), ('charged_back', 'chargeback_reversed');

create table payments.intent_event (
  id bigint generated always as identity primary key,
  intent_id uuid not null,
  from_state text,
  to_state text not null,
  source text not null check (source in ('request', 'gateway', 'callback', 'reconciliation', 'staff')),
  detail text,
  at timestamptz not null
);

create index intent_event_of_intent on payments.intent_event (intent_id, id);

-- Every callback once, stored in the transaction that has its effect.
create table payments.callback_inbox (
  id bigint generated always as identity primary key,
  gateway text not null,
  dedupe_key text not null,
  intent_id uuid,
  report jsonb not null,
  address text not null,
  verdict text not null check (verdict in ('applied', 'unchanged', 'illegal', 'mismatch', 'no_intent')),
  received_at timestamptz not null,
  unique (gateway, dedupe_key)
);

-- Tries of cards, for the defence against carding. The fingerprint is a keyed hash; rows go after two days.
create table payments.attempt (
  intent_id uuid primary key,
  fan_id bigint not null,
  address_block text not null,
  card_fingerprint bytea,
  outcome text not null default 'open' check (outcome in ('open', 'approved', 'declined', 'abandoned')),
  at timestamptz not null
);

create index attempt_of_fan on payments.attempt (fan_id, at);
create index attempt_of_address on payments.attempt (address_block, at);
create index attempt_at on payments.attempt (at);

create function payments.guard_intent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments are never deleted' using errcode = 'PY002';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'created' then
      raise exception 'a payment begins as created, not as %', new.state using errcode = 'PY001';
    end if;
    return new;
  end if;
  if (new.id, new.fan_id, new.plan_id, new.plan_kind, new.base_tokens, new.bonus_tokens, new.amount_cents,
      new.currency, new.order_id, new.request_hash, new.gateway, new.terms_version, new.accepted_at,
      new.accepted_address, new.created_at)
    is distinct from
     (old.id, old.fan_id, old.plan_id, old.plan_kind, old.base_tokens, old.bonus_tokens, old.amount_cents,
      old.currency, old.order_id, old.request_hash, old.gateway, old.terms_version, old.accepted_at,
      old.accepted_address, old.created_at)
    or new.idempotency_key is distinct from old.idempotency_key then
    raise exception 'what was bought, by whom and for how much never changes' using errcode = 'PY002';
  end if;
  if new.state <> old.state and not exists (
    select from payments.legal_step where from_state = old.state and to_state = new.state) then
    raise exception 'a payment cannot go from % to %', old.state, new.state using errcode = 'PY001';
  end if;
  return new;
end $$;

create trigger guard_intent before insert or update or delete on payments.intent
  for each row execute function payments.guard_intent();

create function payments.guard_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of payments is never changed' using errcode = 'PY002';
end $$;

create trigger guard_history before update or delete on payments.intent_event
  for each row execute function payments.guard_history();
create trigger guard_history_truncate before truncate on payments.intent_event
  for each statement execute function payments.guard_history();
create trigger guard_inbox before update or delete on payments.callback_inbox
  for each row execute function payments.guard_history();
create trigger guard_intent_truncate before truncate on payments.intent
  for each statement execute function payments.guard_history();

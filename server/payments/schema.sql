-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create sequence payments.plan_id as bigint start with 1;

create table payments.attempt (
  intent_id uuid not null,
  fan_id bigint not null,
  address_block text not null,
  newcomer boolean not null,
  outcome text default 'open' not null,
  at timestamptz not null,
  constraint attempt_pkey primary key (intent_id),
  constraint attempt_kept_outcome_check check (outcome in ('open', 'approved', 'declined', 'abandoned'))
);
create index attempt_at on payments.attempt (at);
create index attempt_of_address on payments.attempt (address_block, at) where newcomer;
create index attempt_of_fan on payments.attempt (fan_id, at);
-- The application may: select, insert, delete, update.

create table payments.callback_inbox (
  id bigint generated always as identity not null,
  gateway text not null,
  dedupe_key text not null,
  intent_id uuid,
  report jsonb not null,
  address text not null,
  verdict text not null,
  received_at timestamptz not null,
  constraint callback_inbox_pkey primary key (id),
  constraint callback_inbox_gateway_dedupe_key_key unique (gateway, dedupe_key),
  constraint callback_inbox_verdict_check check (verdict in ('applied', 'unchanged', 'superseded', 'illegal', 'mismatch', 'no_intent', 'noted'))
);
create index callback_inbox_no_intent on payments.callback_inbox (id) where verdict = 'no_intent';
create index callback_inbox_odd on payments.callback_inbox (received_at) where verdict in ('no_intent', 'mismatch');
create index callback_inbox_unchanged on payments.callback_inbox (intent_id) where verdict = 'unchanged';
create trigger guard_inbox before delete or update on payments.callback_inbox for each row execute function payments.guard_history();
create trigger guard_inbox_truncate before truncate on payments.callback_inbox for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.day_report (
  day date not null,
  made_at timestamptz not null,
  lines jsonb not null,
  differences jsonb not null,
  constraint day_report_pkey primary key (day)
);
create trigger guard_day_report before delete or update on payments.day_report for each row execute function payments.guard_history();
create trigger guard_day_report_truncate before truncate on payments.day_report for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.intent (
  id uuid not null,
  fan_id bigint not null,
  plan_id bigint not null,
  plan_kind text not null,
  base_tokens integer not null,
  bonus_tokens integer not null,
  amount_cents integer not null,
  currency text not null,
  order_id text not null,
  idempotency_key text,
  request_hash bytea not null,
  gateway text not null,
  gateway_reference text,
  checkout_url text,
  state text not null,
  decline_code text,
  card_brand text,
  card_bin text,
  card_last4 text,
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  transfer_id bigint,
  queries integer default 0 not null,
  last_query_at timestamptz,
  next_query_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  -- The promo offer that no other payment can take as long as this one holds it; the database alone writes it.
  held_offer_id bigint,
  -- Code of the regional method; null for cards.
  regional_method text,
  -- The price in US cents, whatever it is charged in; null where an older payment has no record of it.
  dollar_cents integer,
  -- When the payer's bank had confirmed the sale and it was sent; null where none had to, or has not yet.
  confirmed_at timestamptz,
  -- The country of the payer's bill, as the order named it; null where it names none.
  billing_country text,
  saved_card_id bigint,
  constraint intent_pkey primary key (id),
  constraint intent_fan_id_idempotency_key_key unique (fan_id, idempotency_key),
  constraint intent_fan_id_order_id_key unique (fan_id, order_id),
  constraint intent_saved_card_id_fkey foreign key (saved_card_id) references payments.saved_card(id),
  constraint credited_when_succeeded check (state <> 'succeeded' or transfer_id is not null),
  constraint intent_amount_cents_check check (amount_cents > 0),
  constraint intent_base_tokens_check check (base_tokens > 0),
  constraint intent_billing_country_check check (billing_country ~ '^[A-Z]{2}$'),
  constraint intent_bonus_tokens_check check (bonus_tokens >= 0),
  constraint intent_card_bin_check check (card_bin ~ '^\d{6}$'),
  constraint intent_card_last4_check check (card_last4 ~ '^\d{4}$'),
  constraint intent_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint intent_dollar_cents_check check (dollar_cents > 0),
  constraint intent_plan_kind_check check (plan_kind in ('package', 'promo')),
  constraint intent_state_check check (state in ('created', 'submitting', 'unknown', 'pending', 'succeeded', 'declined', 'expired', 'cancelled', 'refunded', 'charged_back', 'chargeback_reversed'))
);
create index intent_by_saved_card on payments.intent (fan_id, created_at) where saved_card_id is not null;
create unique index intent_holds_offer on payments.intent (held_offer_id) where held_offer_id is not null;
create index intent_of_fan on payments.intent (fan_id, created_at);
create index intent_of_gateway_reference on payments.intent (gateway, gateway_reference) where gateway_reference is not null;
create index intent_paid_with_card on payments.intent (gateway, card_last4, amount_cents) where card_last4 is not null and transfer_id is not null;
create index intent_paid_with_unknown_card on payments.intent (gateway, amount_cents) where card_last4 is null and transfer_id is not null;
create index intent_to_query on payments.intent (next_query_at) where next_query_at is not null;
create index intent_without_gateway_reference on payments.intent (gateway, created_at) where gateway_reference is null;
create trigger guard_confirmation before update of confirmed_at on payments.intent for each row execute function payments.guard_confirmation();
create trigger guard_intent before insert or delete or update on payments.intent for each row execute function payments.guard_intent();
create trigger guard_intent_truncate before truncate on payments.intent for each statement execute function payments.guard_history();
create trigger guard_saved_card_payment before insert or update of saved_card_id on payments.intent for each row execute function payments.guard_saved_card_payment();
create trigger hold_offer before insert or update on payments.intent for each row execute function payments.hold_offer();
-- The application may: select, insert, update (gateway_reference, checkout_url, state, decline_code, card_brand, card_bin, card_last4, transfer_id, queries, last_query_at, next_query_at, updated_at, settled_at, confirmed_at).

create table payments.intent_event (
  id bigint generated always as identity not null,
  intent_id uuid not null,
  from_state text,
  to_state text not null,
  source text not null,
  detail text,
  at timestamptz not null,
  constraint intent_event_pkey primary key (id),
  constraint intent_event_source_check check (source in ('request', 'gateway', 'callback', 'reconciliation', 'staff'))
);
create index intent_event_by_day on payments.intent_event (at) where to_state in ('succeeded', 'refunded', 'charged_back', 'chargeback_reversed');
create index intent_event_of_intent on payments.intent_event (intent_id, id);
create trigger guard_history before delete or update on payments.intent_event for each row execute function payments.guard_history();
create trigger guard_history_truncate before truncate on payments.intent_event for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.legal_step (
  from_state text not null,
  to_state text not null,
  constraint legal_step_pkey primary key (from_state, to_state)
);
-- The application may: select, insert.

create table payments.part_refund (
  id bigint generated always as identity not null,
  intent_id uuid not null,
  amount_cents integer not null,
  -- The cents that have gone back at the gateway in all once this part has.
  total_cents integer not null,
  state text default 'asked' not null,
  -- The tokens taken for it; null until it is done.
  tokens integer,
  -- The order of staff that asks for it.
  order_key text not null,
  asked_at timestamptz not null,
  -- The gateway may still be working on it until then.
  sent_until timestamptz not null,
  settled_at timestamptz,
  gateway_reference text,
  constraint part_refund_pkey primary key (id),
  constraint part_refund_intent_id_fkey foreign key (intent_id) references payments.intent(id),
  constraint done_has_number check (gateway_reference is null or state = 'done'),
  constraint part_refund_amount_cents_check check (amount_cents > 0),
  constraint part_refund_check check (total_cents >= amount_cents),
  constraint part_refund_state_check check (state in ('asked', 'done', 'dropped')),
  constraint part_refund_tokens_check check (tokens >= 0),
  constraint settled_has_its_time check ((state = 'asked') = (settled_at is null)),
  constraint tokens_once_done check ((state = 'done') = (tokens is not null))
);
create unique index part_refund_asked on payments.part_refund (intent_id) where state = 'asked';
create index part_refund_of_intent on payments.part_refund (intent_id, id);
create index part_refund_open on payments.part_refund (sent_until) where state = 'asked';
create unique index part_refund_order on payments.part_refund (order_key) where state <> 'dropped';
create trigger guard_part_refund before insert or update on payments.part_refund for each row execute function payments.guard_part_refund();
create trigger keep_part_refund before delete on payments.part_refund for each row execute function payments.guard_history();
create trigger keep_part_refund_truncate before truncate on payments.part_refund for each statement execute function payments.guard_history();
-- The application may: select, insert, update (state, tokens, sent_until, settled_at, gateway_reference).

create table payments.promo_offer (
  id bigint default nextval('payments.plan_id'::regclass) not null,
  fan_id bigint not null,
  day date not null,
  package_id bigint not null,
  base_tokens integer not null,
  bonus_tokens integer not null,
  old_price_cents integer not null,
  price_cents integer not null,
  footer_price_cents integer not null,
  currency text not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint promo_offer_pkey primary key (id),
  constraint promo_offer_fan_id_day_key unique (fan_id, day),
  constraint promo_offer_base_tokens_check check (base_tokens > 0),
  constraint promo_offer_bonus_tokens_check check (bonus_tokens >= 0),
  constraint promo_offer_check check (price_cents > 0 and price_cents <= old_price_cents),
  constraint promo_offer_check1 check (footer_price_cents > 0 and footer_price_cents <= price_cents),
  constraint promo_offer_check2 check (expires_at > seen_at),
  constraint promo_offer_old_price_cents_check check (old_price_cents > 0)
);
create trigger guard_offer before update on payments.promo_offer for each row execute function payments.guard_offer();
create trigger keep_offer before delete on payments.promo_offer for each row execute function payments.guard_history();
create trigger keep_offer_truncate before truncate on payments.promo_offer for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.report (
  id bigint generated always as identity not null,
  intent_id uuid not null,
  state text not null,
  sequence integer,
  verdict text not null,
  counts boolean generated always as ((verdict <> 'mismatch')) stored,
  source text not null,
  detail text,
  at timestamptz not null,
  constraint report_pkey primary key (id),
  constraint report_intent_id_state_sequence_counts_key unique nulls not distinct (intent_id, state, sequence, counts),
  constraint report_sequence_check check (sequence > 0),
  constraint report_source_check check (source in ('request', 'gateway', 'callback', 'reconciliation', 'staff')),
  constraint report_state_check check (state in ('unknown', 'pending', 'succeeded', 'declined', 'expired', 'cancelled', 'refunded', 'charged_back', 'chargeback_reversed')),
  constraint report_verdict_check check (verdict in ('applied', 'superseded', 'mismatch'))
);
create trigger guard_report before delete or update on payments.report for each row execute function payments.guard_history();
create trigger guard_report_truncate before truncate on payments.report for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.resolved_chargeback (
  inbox_id bigint not null,
  intent_id uuid,
  at timestamptz not null,
  constraint resolved_chargeback_pkey primary key (inbox_id),
  constraint resolved_chargeback_intent_id_key unique (intent_id),
  constraint resolved_chargeback_inbox_id_fkey foreign key (inbox_id) references payments.callback_inbox(id),
  constraint resolved_chargeback_intent_id_fkey foreign key (intent_id) references payments.intent(id)
);
create trigger guard_resolved before delete or update on payments.resolved_chargeback for each row execute function payments.guard_history();
create trigger guard_resolved_truncate before truncate on payments.resolved_chargeback for each statement execute function payments.guard_history();
-- The application may: select, insert.

create table payments.saved_card (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  intent_id uuid not null,
  gateway text not null,
  state text not null,
  sealed_token bytea,
  brand text,
  last4 text,
  expiry_month smallint,
  expiry_year smallint,
  terms_version text not null,
  agreed_at timestamptz not null,
  agreed_address text not null,
  saved_at timestamptz,
  removed_at timestamptz,
  next_try_at timestamptz,
  tries integer default 0 not null,
  constraint saved_card_pkey primary key (id),
  constraint saved_card_intent_id_key unique (intent_id),
  constraint saved_card_intent_id_fkey foreign key (intent_id) references payments.intent(id),
  constraint nothing_left_when_removed check (state <> 'removed' or brand is null and last4 is null and expiry_month is null and removed_at is not null),
  constraint saved_card_expiry_month_check check (expiry_month >= 1 and expiry_month <= 12),
  constraint saved_card_expiry_year_check check (expiry_year >= 2000 and expiry_year <= 2199),
  constraint saved_card_last4_check check (last4 ~ '^\d{4}$'),
  constraint saved_card_state_check check (state in ('asked', 'saved', 'removing', 'removed')),
  constraint shown_when_saved check (state <> 'saved' or last4 is not null and expiry_month is not null and expiry_year is not null and saved_at is not null),
  constraint token_until_removed check ((state = 'removed') = (sealed_token is null))
);
create index saved_card_due on payments.saved_card (next_try_at) where next_try_at is not null;
create index saved_card_of_fan on payments.saved_card (fan_id) where state = 'saved';
create trigger guard_saved_card before delete or update on payments.saved_card for each row execute function payments.guard_saved_card();
create trigger guard_saved_card_truncate before truncate on payments.saved_card for each statement execute function payments.guard_history();
-- The application may: select, insert, update (state, sealed_token, brand, last4, expiry_month, expiry_year, saved_at, removed_at, next_try_at, tries).

create table payments.saved_card_session (
  card_id bigint not null,
  token_id text not null,
  at timestamptz not null,
  constraint saved_card_session_pkey primary key (card_id, token_id),
  constraint saved_card_session_card_id_fkey foreign key (card_id) references payments.saved_card(id)
);
-- The application may: select, insert, delete.

create table payments.token_package (
  id bigint default nextval('payments.plan_id'::regclass) not null,
  position integer not null,
  label_en text not null,
  label_es text not null,
  description_en text not null,
  description_es text not null,
  base_tokens integer not null,
  bonus_tokens integer default 0 not null,
  price_cents integer not null,
  currency text default 'USD' not null,
  popular boolean default false not null,
  best_value boolean default false not null,
  promoted boolean default false not null,
  active boolean default true not null,
  constraint token_package_pkey primary key (id),
  constraint token_package_position_key unique ("position"),
  constraint token_package_base_tokens_check check (base_tokens > 0),
  constraint token_package_bonus_tokens_check check (bonus_tokens >= 0),
  constraint token_package_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint token_package_price_cents_check check (price_cents > 0)
);
create unique index token_package_promoted on payments.token_package (promoted) where promoted;
-- The application may: select, insert, update.

create function payments.guard_confirmation()
returns trigger
language plpgsql
as $function$
begin
  if old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at then
    raise exception 'a payment is confirmed once' using errcode = 'PY002';
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null and old.state <> 'pending' then
    raise exception 'only a pending payment can be confirmed, not one that is %', old.state using errcode = 'PY001';
  end if;
  return new;
end $function$;

create function payments.guard_history()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'the history of payments is never changed' using errcode = 'PY002';
end $function$;

create function payments.guard_intent()
returns trigger
language plpgsql
as $function$
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
end $function$;

create function payments.guard_offer()
returns trigger
language plpgsql
as $function$
begin
  if (new.id, new.fan_id, new.day, new.package_id, new.base_tokens, new.bonus_tokens, new.old_price_cents,
      new.price_cents, new.footer_price_cents, new.currency, new.seen_at, new.expires_at)
    is distinct from
     (old.id, old.fan_id, old.day, old.package_id, old.base_tokens, old.bonus_tokens, old.old_price_cents,
      old.price_cents, old.footer_price_cents, old.currency, old.seen_at, old.expires_at) then
    raise exception 'what a fan was offered never changes' using errcode = 'PY002';
  end if;
  return new;
end $function$;

create function payments.guard_part_refund()
returns trigger
language plpgsql
as $function$
declare
  v_intent payments.intent;
  v_others record;
begin
  -- Parts of one payment, and whatever else becomes of it, wait for each other here.
  select * into strict v_intent from payments.intent where id = new.intent_id for no key update;
  select coalesce(sum(amount_cents), 0) as cents, coalesce(sum(tokens), 0) as tokens into v_others
  from payments.part_refund where intent_id = new.intent_id and id <> new.id and state = 'done';
  if tg_op = 'INSERT' then
    if new.state <> 'asked' or v_intent.state not in ('succeeded', 'chargeback_reversed') then
      raise exception 'nothing can be given back of a payment that is %', v_intent.state using errcode = 'PY001';
    end if;
    if v_others.cents + new.amount_cents >= v_intent.amount_cents or new.total_cents >= v_intent.amount_cents then
      raise exception 'parts are less than the whole payment' using errcode = 'PY003';
    end if;
    return new;
  end if;
  if (new.id, new.intent_id, new.amount_cents, new.total_cents, new.order_key, new.asked_at)
    is distinct from (old.id, old.intent_id, old.amount_cents, old.total_cents, old.order_key, old.asked_at)
    or old.state <> 'asked' then
    raise exception 'a part only changes by being settled, once' using errcode = 'PY002';
  end if;
  -- In the fan's favour: never more tokens than the share of what has gone back.
  if new.state = 'done' and (v_others.tokens + new.tokens)::bigint * v_intent.amount_cents
      > (v_intent.base_tokens + v_intent.bonus_tokens)::bigint * (v_others.cents + new.amount_cents) then
    raise exception 'more tokens than their share' using errcode = 'PY003';
  end if;
  return new;
end $function$;

create function payments.guard_saved_card()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'what was agreed to is never deleted' using errcode = 'PY002';
  end if;
  if (new.id, new.fan_id, new.intent_id, new.gateway, new.terms_version, new.agreed_at, new.agreed_address)
    is distinct from
     (old.id, old.fan_id, old.intent_id, old.gateway, old.terms_version, old.agreed_at, old.agreed_address) then
    raise exception 'what was agreed to never changes' using errcode = 'PY002';
  end if;
  if new.state <> old.state and (old.state, new.state) not in
    (('asked', 'saved'), ('asked', 'removing'), ('asked', 'removed'), ('saved', 'removing'), ('removing', 'removed')) then
    raise exception 'a saved card cannot go from % to %', old.state, new.state using errcode = 'PY001';
  end if;
  return new;
end $function$;

create function payments.guard_saved_card_payment()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' then
    if new.saved_card_id is distinct from old.saved_card_id then
      raise exception 'what paid never changes' using errcode = 'PY002';
    end if;
    return new;
  end if;
  if new.saved_card_id is not null and not exists (
    select from payments.saved_card
    where id = new.saved_card_id and fan_id = new.fan_id and gateway = new.gateway and state = 'saved') then
    raise exception 'only a saved card of the same fan pays' using errcode = 'PY001';
  end if;
  return new;
end $function$;

create function payments.hold_offer()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'INSERT' then
    new.held_offer_id := case when new.plan_kind = 'promo' then new.plan_id end;
  elsif new.state in ('declined', 'expired', 'cancelled') then
    new.held_offer_id := null;
  else
    new.held_offer_id := old.held_offer_id;
  end if;
  return new;
end $function$;

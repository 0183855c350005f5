-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table subscriptions.agreement (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  price_cents integer not null,
  currency text not null,
  free_tokens integer not null,
  offer_id text not null,
  period_days integer not null,
  language text not null,
  -- The text that the fan read, word by word; empty where it was agreed before that was kept.
  text text not null,
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  constraint agreement_pkey primary key (id),
  constraint agreement_subscription_id_price_cents_key unique (subscription_id, price_cents),
  constraint agreement_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint agreed_in_words check (length(text) >= 40) not valid,
  constraint agreement_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint agreement_free_tokens_check check (free_tokens >= 0),
  constraint agreement_language_check check (language in ('en', 'es')),
  constraint agreement_price_cents_check check (price_cents > 0)
);
create trigger guard_agreement before delete or update on subscriptions.agreement for each row execute function subscriptions.guard_history();
create trigger guard_agreement_asked before insert on subscriptions.agreement for each row execute function subscriptions.guard_agreement_asked();
create trigger guard_agreement_term before insert on subscriptions.agreement for each row execute function subscriptions.guard_agreement_term();
create trigger keep_all_agreements before truncate on subscriptions.agreement for each statement execute function subscriptions.guard_history();
-- The application may: select, insert.

create table subscriptions.bundle (
  model_id bigint not null,
  months integer not null,
  price_cents integer not null,
  constraint bundle_pkey primary key (model_id, months),
  constraint bundle_model_id_fkey foreign key (model_id) references subscriptions.plan(model_id),
  constraint bundle_months_check check (months in (3, 6, 12)),
  constraint bundle_price_cents_check check (price_cents > 0)
);
create constraint trigger guard_bundle after insert or update on subscriptions.bundle deferrable initially deferred for each row execute function subscriptions.guard_bundle();
-- The application may: select, insert, delete.

create table subscriptions.charge (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  gateway text not null,
  transaction_id text not null,
  amount_cents integer not null,
  currency text not null,
  state text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  free_tokens integer default 0 not null,
  transfer_id bigint,
  at timestamptz not null,
  returned_at timestamptz,
  renewal boolean not null,
  constraint charge_pkey primary key (id),
  constraint charge_gateway_transaction_id_key unique (gateway, transaction_id),
  constraint charge_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint charge_amount_cents_check check (amount_cents > 0),
  constraint charge_free_tokens_check check (free_tokens >= 0),
  constraint charge_state_check check (state in ('paid', 'refunded', 'charged_back')),
  constraint returned_has_its_time check ((state = 'paid') = (returned_at is null)),
  constraint tokens_came_by_a_transfer check (free_tokens = 0 or transfer_id is not null)
);
create index charge_of_subscription on subscriptions.charge (subscription_id, id);
create trigger guard_charge before update on subscriptions.charge for each row execute function subscriptions.guard_charge();
create trigger guard_charge_agreed before insert on subscriptions.charge for each row execute function subscriptions.guard_charge_agreed();
create trigger guard_charge_term before insert or update on subscriptions.charge for each row execute function subscriptions.guard_charge_term();
create constraint trigger guard_months after insert or update on subscriptions.charge deferrable initially deferred for each row execute function subscriptions.guard_months();
create trigger keep_all_charges before truncate on subscriptions.charge for each statement execute function subscriptions.guard_history();
create trigger keep_charge before delete on subscriptions.charge for each row execute function subscriptions.guard_history();
-- The application may: select, insert, update (state, period_start, period_end, returned_at).

create table subscriptions.legal_step (
  from_state text not null,
  to_state text not null,
  constraint legal_step_pkey primary key (from_state, to_state)
);
-- The application may: select, insert.

create table subscriptions.notice (
  id bigint generated always as identity not null,
  gateway text not null,
  dedupe_key text not null,
  subscription_id bigint,
  report jsonb not null,
  address text not null,
  verdict text not null,
  received_at timestamptz not null,
  constraint notice_pkey primary key (id),
  constraint notice_gateway_dedupe_key_key unique (gateway, dedupe_key),
  constraint notice_verdict_check check (verdict in ('applied', 'unchanged', 'waiting', 'mismatch', 'no_subscription', 'noted'))
);
create trigger guard_notice before delete or update on subscriptions.notice for each row execute function subscriptions.guard_history();
create trigger keep_all_notices before truncate on subscriptions.notice for each statement execute function subscriptions.guard_history();
-- The application may: select, insert.

create table subscriptions.part_refund (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  transaction_id text not null,
  amount_cents integer not null,
  currency text not null,
  at timestamptz not null,
  constraint part_refund_pkey primary key (id),
  constraint part_refund_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint part_refund_amount_cents_check check (amount_cents > 0)
);
create index part_refund_of_payment on subscriptions.part_refund (subscription_id, transaction_id);
create trigger guard_part_refund before insert on subscriptions.part_refund for each row execute function subscriptions.guard_part_refund();
create trigger keep_all_part_refunds before truncate on subscriptions.part_refund for each statement execute function subscriptions.guard_history();
create trigger keep_part_refund before delete or update on subscriptions.part_refund for each row execute function subscriptions.guard_history();
-- The application may: select, insert.

create table subscriptions.plan (
  model_id bigint not null,
  price_cents integer not null,
  free_tokens integer default 0 not null,
  enabled boolean not null,
  updated_at timestamptz not null,
  constraint plan_pkey primary key (model_id),
  constraint plan_free_tokens_check check (free_tokens >= 0 and free_tokens <= 10000),
  constraint plan_price_cents_check check (price_cents >= 100 and price_cents <= 100000)
);
create constraint trigger guard_bundles_of_plan after update on subscriptions.plan deferrable initially deferred for each row execute function subscriptions.guard_bundle();
-- The application may: select, insert, update.

create table subscriptions.price_change (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  from_cents integer not null,
  to_cents integer not null,
  currency text not null,
  free_tokens integer not null,
  offer_id text not null,
  announced_at timestamptz not null,
  -- The renewal that it is about.
  applies_at timestamptz not null,
  state text default 'open' not null,
  answered_at timestamptz,
  constraint price_change_pkey primary key (id),
  constraint price_change_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint answered_has_its_time check ((state = 'open') = (answered_at is null)),
  constraint only_rises_are_asked check (to_cents > from_cents),
  constraint price_change_check check (applies_at >= (announced_at + '168:00:00'::interval)),
  constraint price_change_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint price_change_free_tokens_check check (free_tokens >= 0),
  constraint price_change_from_cents_check check (from_cents > 0),
  constraint price_change_state_check check (state in ('open', 'agreed', 'lapsed', 'withdrawn'))
);
create index price_change_of_subscription on subscriptions.price_change (subscription_id, id);
create unique index price_change_unanswered on subscriptions.price_change (subscription_id) where state in ('open', 'lapsed');
create trigger guard_price_change before insert or update on subscriptions.price_change for each row execute function subscriptions.guard_price_change();
create trigger keep_all_price_changes before truncate on subscriptions.price_change for each statement execute function subscriptions.guard_history();
create trigger keep_price_change before delete on subscriptions.price_change for each row execute function subscriptions.guard_history();
-- The application may: select, insert, update (state, answered_at).

create table subscriptions.refund_order (
  id bigint generated always as identity not null,
  charge_id bigint not null,
  amount_cents integer not null,
  -- The order of staff; the same key is the same order.
  order_key text not null,
  -- `given_up`: it was never answered, and somebody asked again, or all of the payment went back otherwise.
  state text default 'asked' not null,
  asked_at timestamptz not null,
  -- Nobody asks again before.
  sent_until timestamptz not null,
  settled_at timestamptz,
  -- What the gateway's notice of it is known by.
  notice_key text,
  constraint refund_order_pkey primary key (id),
  constraint refund_order_charge_id_fkey foreign key (charge_id) references subscriptions.charge(id),
  constraint done_has_its_notice check ((state = 'done') = (notice_key is not null)),
  constraint refund_order_amount_cents_check check (amount_cents > 0),
  constraint refund_order_state_check check (state in ('asked', 'done', 'refused', 'given_up')),
  constraint settled_has_its_time check ((state = 'asked') = (settled_at is null))
);
create unique index refund_order_asked on subscriptions.refund_order (charge_id) where state = 'asked';
create unique index refund_order_key on subscriptions.refund_order (order_key) where state in ('asked', 'done');
create unique index refund_order_notice on subscriptions.refund_order (charge_id, notice_key) where notice_key is not null;
create index refund_order_of_charge on subscriptions.refund_order (charge_id, id);
create trigger guard_refund_order before insert or update on subscriptions.refund_order for each row execute function subscriptions.guard_refund_order();
create trigger keep_all_refund_orders before truncate on subscriptions.refund_order for each statement execute function subscriptions.guard_history();
create trigger keep_refund_order before delete on subscriptions.refund_order for each row execute function subscriptions.guard_history();
-- The application may: select, insert, update (state, sent_until, settled_at, notice_key).

create table subscriptions.reminder (
  subscription_id bigint not null,
  payment_number integer not null,
  renews_at timestamptz not null,
  price_cents integer not null,
  at timestamptz not null,
  constraint reminder_pkey primary key (subscription_id, payment_number),
  constraint reminder_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint reminder_check check (at < renews_at),
  constraint reminder_payment_number_check check (payment_number >= 2),
  constraint reminder_price_cents_check check (price_cents > 0)
);
create trigger guard_reminder before delete or update on subscriptions.reminder for each row execute function subscriptions.guard_history();
create trigger keep_all_reminders before truncate on subscriptions.reminder for each statement execute function subscriptions.guard_history();
-- The application may: select, insert.

create table subscriptions.request (
  fan_id bigint not null,
  key text not null,
  model_id bigint not null,
  subscription_id bigint not null,
  at timestamptz not null,
  months integer,
  -- The price that the request named; null: none.
  price_cents integer,
  -- False for a request from before prices were kept.
  price_kept boolean default false not null,
  constraint request_pkey primary key (fan_id, key),
  constraint request_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint request_months_check check (months in (1, 3, 6, 12)),
  constraint request_price_cents_check check (price_cents > 0)
);
-- The application may: select, insert.

create table subscriptions.step (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  kind text not null,
  source text not null,
  at timestamptz not null,
  -- The gateway's number of the payment that the step speaks of.
  transaction_id text,
  constraint step_pkey primary key (id),
  constraint step_subscription_id_fkey foreign key (subscription_id) references subscriptions.subscription(id),
  constraint step_kind_check check (kind in ('ordered', 'abandoned', 'paid', 'renewed', 'canceled', 'enabled', 'refunded', 'charged_back', 'ended')),
  constraint step_source_check check (source in ('fan', 'gateway', 'system'))
);
create unique index step_of_payment on subscriptions.step (subscription_id, kind, transaction_id);
create index step_of_subscription on subscriptions.step (subscription_id, id);
create trigger guard_step before delete or update on subscriptions.step for each row execute function subscriptions.guard_history();
create trigger keep_all_steps before truncate on subscriptions.step for each statement execute function subscriptions.guard_history();
-- The application may: select, insert.

create table subscriptions.subscription (
  id bigint generated always as identity not null,
  reference uuid not null,
  fan_id bigint not null,
  model_id bigint not null,
  price_cents integer not null,
  currency text not null,
  free_tokens integer not null,
  gateway text not null,
  offer_id text not null,
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  state text default 'pending' not null,
  form_url text,
  form_asked_at timestamptz,
  gateway_subscription_id text,
  started_at timestamptz,
  expire_at timestamptz,
  canceled_at timestamptz,
  user_canceled_at timestamptz,
  reenabled_at timestamptz,
  renews boolean default true not null,
  -- The gateway last reported that it renews; null while an update is on its way or has an unknown outcome.
  renews_at_gateway boolean default true,
  telling_until timestamptz,
  tell_after timestamptz,
  tell_failures integer default 0 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  not_before timestamptz,
  -- The price agreed to last; the database begins it as the first terms.
  agreed_cents integer not null,
  agreed_tokens integer not null,
  agreed_offer_id text not null,
  -- The package that the gateway last reported to charge.
  offer_at_gateway text not null,
  -- The term that each payment buys.
  months integer not null,
  -- How often the gateway has reported whether it renews.
  renewal_reports integer default 0 not null,
  constraint subscription_pkey primary key (id),
  constraint subscription_reference_key unique (reference),
  constraint canceled_means_no_renewal check ((canceled_at is null) = renews),
  constraint dated_once_paid check ((state in ('pending', 'abandoned')) and started_at is null and expire_at is null or (state in ('running', 'ended')) and started_at is not null and expire_at is not null),
  constraint fans_cancel_is_a_cancel check (user_canceled_at is null or canceled_at is not null),
  constraint subscription_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint subscription_free_tokens_check check (free_tokens >= 0),
  constraint subscription_months_check check (months in (1, 3, 6, 12)),
  constraint subscription_price_cents_check check (price_cents > 0),
  constraint subscription_renewal_reports_check check (renewal_reports >= 0),
  constraint subscription_state_check check (state in ('pending', 'abandoned', 'running', 'ended')),
  constraint subscription_tell_failures_check check (tell_failures >= 0)
);
create index subscription_forms on subscriptions.subscription (created_at) where state = 'pending';
create index subscription_of_fan on subscriptions.subscription (fan_id, expire_at desc);
create index subscription_of_model on subscriptions.subscription (model_id, expire_at desc);
create unique index subscription_pending on subscriptions.subscription (fan_id, model_id) where state = 'pending';
create index subscription_renewing on subscriptions.subscription (model_id, expire_at, id) where renews;
create index subscription_to_remind on subscriptions.subscription (expire_at) where state = 'running' and renews;
create index subscription_to_tell on subscriptions.subscription (tell_after) where renews is distinct from renews_at_gateway or renews and agreed_offer_id <> offer_at_gateway;
create constraint trigger guard_agreed after insert on subscriptions.subscription deferrable initially deferred for each row execute function subscriptions.guard_agreed();
create trigger guard_price_in_force before insert or update on subscriptions.subscription for each row execute function subscriptions.guard_price_in_force();
create trigger guard_subscription before insert or update on subscriptions.subscription for each row execute function subscriptions.guard_subscription();
create trigger guard_term before update on subscriptions.subscription for each row execute function subscriptions.guard_term();
create trigger keep_all_subscriptions before truncate on subscriptions.subscription for each statement execute function subscriptions.guard_history();
create trigger keep_subscription before delete on subscriptions.subscription for each row execute function subscriptions.guard_history();
-- The application may: select, insert, update (state, form_url, form_asked_at, gateway_subscription_id, started_at, expire_at, canceled_at, user_canceled_at, reenabled_at, renews, renews_at_gateway, telling_until, tell_after, tell_failures, updated_at, not_before, agreed_cents, agreed_tokens, agreed_offer_id, offer_at_gateway, renewal_reports).

create view subscriptions.term as
 select plan.model_id,
    1 as months,
    plan.price_cents,
    plan.free_tokens,
    plan.enabled
   from subscriptions.plan
union all
 select b.model_id,
    b.months,
    b.price_cents,
    p.free_tokens * b.months as free_tokens,
    p.enabled
   from subscriptions.bundle b
     join subscriptions.plan p on p.model_id = b.model_id;

create function subscriptions.days_of(p_months integer)
returns integer
language sql
immutable strict
return case p_months when 1 then 30 when 3 then 90 when 6 then 180 when 12 then 365 else null::integer end;

create function subscriptions.guard_agreed()
returns trigger
language plpgsql
as $function$
begin
  if not exists (select from subscriptions.agreement where subscription_id = new.id
      and (price_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id)) then
    raise exception 'subscription % was not agreed to', new.id using errcode = 'PY004';
  end if;
  return null;
end $function$;

create function subscriptions.guard_agreement_asked()
returns trigger
language plpgsql
as $function$
begin
  if exists (select from subscriptions.subscription where id = new.subscription_id
      and (price_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id))
    or exists (select from subscriptions.price_change
      where subscription_id = new.subscription_id and state in ('open', 'lapsed')
        and (to_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id)) then
    return new;
  end if;
  raise exception 'nobody was asked for this price of subscription %', new.subscription_id using errcode = 'PY004';
end $function$;

create function subscriptions.guard_agreement_term()
returns trigger
language plpgsql
as $function$
begin
  if new.period_days is distinct from (
      select subscriptions.days_of(months) from subscriptions.subscription where id = new.subscription_id) then
    raise exception 'subscription % has another term than % days', new.subscription_id, new.period_days
      using errcode = 'PY005';
  end if;
  return new;
end $function$;

create function subscriptions.guard_bundle()
returns trigger
language plpgsql
as $function$
begin
  if exists (select from subscriptions.bundle as b join subscriptions.plan as p on p.model_id = b.model_id
      where p.model_id = new.model_id and b.price_cents >= b.months * p.price_cents) then
    raise exception 'a bundle of model % costs no less than its months', new.model_id using errcode = 'PY005';
  end if;
  return null;
end $function$;

create function subscriptions.guard_charge()
returns trigger
language plpgsql
as $function$
begin
  if (new.id, new.subscription_id, new.gateway, new.transaction_id, new.amount_cents, new.currency, new.renewal,
      new.free_tokens, new.transfer_id, new.at)
    is distinct from
     (old.id, old.subscription_id, old.gateway, old.transaction_id, old.amount_cents, old.currency, old.renewal,
      old.free_tokens, old.transfer_id, old.at)
    or (old.state <> 'paid' and (new.state, new.returned_at) is distinct from (old.state, old.returned_at)) then
    raise exception 'a payment only changes by being returned, once' using errcode = 'PY002';
  end if;
  return new;
end $function$;

create function subscriptions.guard_charge_agreed()
returns trigger
language plpgsql
as $function$
begin
  if not exists (
    select from subscriptions.agreement as a join subscriptions.subscription as s on s.id = a.subscription_id
    where a.subscription_id = new.subscription_id
      and (a.price_cents, a.currency, a.free_tokens) = (new.amount_cents, new.currency, new.free_tokens)
      and (new.renewal or a.price_cents = s.price_cents)) then
    raise exception 'nobody agreed to this payment of subscription %', new.subscription_id using errcode = 'PY004';
  end if;
  return new;
end $function$;

create function subscriptions.guard_charge_term()
returns trigger
language plpgsql
as $function$
begin
  if new.period_end is distinct from new.period_start + (
      select subscriptions.days_of(months) * interval '24 hours'
      from subscriptions.subscription where id = new.subscription_id) then
    raise exception 'a payment of subscription % buys just its term', new.subscription_id using errcode = 'PY005';
  end if;
  return new;
end $function$;

create function subscriptions.guard_history()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'the history of subscriptions is never changed' using errcode = 'PY002';
end $function$;

create function subscriptions.guard_months()
returns trigger
language plpgsql
as $function$
begin
  if exists (
    select from subscriptions.charge as a
      join subscriptions.charge as b on b.subscription_id = a.subscription_id and b.id <> a.id and b.state = 'paid'
    where a.id = new.id and a.state = 'paid' and a.period_start < b.period_end and b.period_start < a.period_end) then
    raise exception 'two paid months of subscription % overlap', new.subscription_id using errcode = 'PY003';
  end if;
  return null;
end $function$;

create function subscriptions.guard_part_refund()
returns trigger
language plpgsql
as $function$
declare
  v_paid int;
  v_back bigint;
begin
  -- Reports about one subscription wait for each other here.
  perform from subscriptions.subscription where id = new.subscription_id for no key update;
  select amount_cents into v_paid from subscriptions.charge
  where subscription_id = new.subscription_id and transaction_id = new.transaction_id;
  select coalesce(sum(amount_cents), 0) + new.amount_cents into v_back from subscriptions.part_refund
  where subscription_id = new.subscription_id and transaction_id = new.transaction_id;
  if v_back > v_paid then
    raise exception 'more goes back than was paid' using errcode = 'PY003';
  end if;
  return new;
end $function$;

create function subscriptions.guard_price_change()
returns trigger
language plpgsql
as $function$
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
end $function$;

create function subscriptions.guard_price_in_force()
returns trigger
language plpgsql
as $function$
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
end $function$;

create function subscriptions.guard_refund_order()
returns trigger
language plpgsql
as $function$
declare
  v_charge subscriptions.charge;
  v_back bigint;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.charge_id, new.amount_cents, new.order_key, new.asked_at)
      is distinct from (old.id, old.charge_id, old.amount_cents, old.order_key, old.asked_at)
      or old.state <> 'asked' then
      raise exception 'an order of a refund only changes by being settled, once' using errcode = 'PY002';
    end if;
    return new;
  end if;
  select * into strict v_charge from subscriptions.charge where id = new.charge_id;
  -- Orders and reports about one subscription wait for each other here.
  perform from subscriptions.subscription where id = v_charge.subscription_id for no key update;
  select * into strict v_charge from subscriptions.charge where id = new.charge_id;
  if new.state <> 'asked' or v_charge.state <> 'paid' then
    raise exception 'nothing can be given back of a payment that is %', v_charge.state using errcode = 'PY001';
  end if;
  select coalesce(sum(amount_cents), 0) + new.amount_cents into v_back from subscriptions.part_refund
  where subscription_id = v_charge.subscription_id and transaction_id = v_charge.transaction_id;
  if v_back > v_charge.amount_cents then
    raise exception 'more would go back than was paid' using errcode = 'PY003';
  end if;
  return new;
end $function$;

create function subscriptions.guard_subscription()
returns trigger
language plpgsql
as $function$
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
end $function$;

create function subscriptions.guard_term()
returns trigger
language plpgsql
as $function$
begin
  if new.months <> old.months then
    raise exception 'the term of a subscription never changes' using errcode = 'PY002';
  end if;
  return new;
end $function$;

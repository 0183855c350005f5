-- What a fan read and agreed to, word by word, with its price, its period and its time. Never changed, never deleted: it
-- is the proof that a payment which renews itself was wanted.
create table subscriptions.agreement (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions.subscription,
  price_cents int not null check (price_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  free_tokens int not null check (free_tokens >= 0),
  offer_id text not null,
  period_days int not null check (period_days = 30),
  language text not null check (language in ('en', 'es')),
  text text not null,
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_address text not null,
  unique (subscription_id, price_cents)
);

-- The words were not kept until now: what was agreed before has none.
insert into subscriptions.agreement (subscription_id, price_cents, currency, free_tokens, offer_id, period_days, language,
    text, terms_version, accepted_at, accepted_address)
  select id, price_cents, currency, free_tokens, offer_id, 30, 'en', '', terms_version, accepted_at, accepted_address
  from subscriptions.subscription order by id;
alter table subscriptions.agreement add constraint agreed_in_words check (length(text) >= 40) not valid;

create trigger guard_agreement before update or delete on subscriptions.agreement
  for each row execute function subscriptions.guard_history();
create trigger keep_all_agreements before truncate on subscriptions.agreement
  for each statement execute function subscriptions.guard_history();

-- Nobody is subscribed without having agreed to just these terms. Looked at in the end of the transaction.
create function subscriptions.guard_agreed() returns trigger language plpgsql as $$
begin
  if not exists (select from subscriptions.agreement where subscription_id = new.id
      and (price_cents, currency, free_tokens, offer_id) = (new.price_cents, new.currency, new.free_tokens, new.offer_id)) then
    raise exception 'subscription % was not agreed to', new.id using errcode = 'PY004';
  end if;
  return null;
end $$;
create constraint trigger guard_agreed after insert on subscriptions.subscription
  deferrable initially deferred for each row execute function subscriptions.guard_agreed();

-- Nothing is charged but what was agreed to, and the first month is what was agreed to first.
create function subscriptions.guard_charge_agreed() returns trigger language plpgsql as $$
begin
  if not exists (
    select from subscriptions.agreement as a join subscriptions.subscription as s on s.id = a.subscription_id
    where a.subscription_id = new.subscription_id
      and (a.price_cents, a.currency, a.free_tokens) = (new.amount_cents, new.currency, new.free_tokens)
      and (new.renewal or a.price_cents = s.price_cents)) then
    raise exception 'nobody agreed to this payment of subscription %', new.subscription_id using errcode = 'PY004';
  end if;
  return new;
end $$;
create trigger guard_charge_agreed before insert on subscriptions.charge
  for each row execute function subscriptions.guard_charge_agreed();

-- The mail before a renewal, once for each payment that renews: its number among the payments names it, because its day
-- may move when an earlier payment is heard of later.
create table subscriptions.reminder (
  subscription_id bigint not null references subscriptions.subscription,
  payment_number int not null check (payment_number >= 2),
  renews_at timestamptz not null,
  price_cents int not null check (price_cents > 0),
  at timestamptz not null check (at < renews_at),
  primary key (subscription_id, payment_number)
);
create trigger guard_reminder before update or delete on subscriptions.reminder
  for each row execute function subscriptions.guard_history();
create trigger keep_all_reminders before truncate on subscriptions.reminder
  for each statement execute function subscriptions.guard_history();
create index subscription_to_remind on subscriptions.subscription (expire_at) where state = 'running' and renews;

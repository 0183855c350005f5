-- Cards that their owners let the gateway keep for one-press purchases: never a number or a CVC, only the gateway's own
-- number of the card, encrypted, and what a list of cards shows.
create table payments.saved_card (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  -- The payment with which the card was entered and its keeping agreed to.
  intent_id uuid not null unique references payments.intent(id),
  gateway text not null,
  state text not null check (state in ('asked', 'saved', 'removing', 'removed')),
  sealed_token bytea,
  brand text,
  last4 text check (last4 ~ '^\d{4}$'),
  expiry_month smallint check (expiry_month between 1 and 12),
  expiry_year smallint check (expiry_year between 2000 and 2199),
  terms_version text not null,
  agreed_at timestamptz not null,
  agreed_address text not null,
  saved_at timestamptz,
  removed_at timestamptz,
  -- When the gateway is to be asked next to keep it or to forget it; null: there is nothing to ask.
  next_try_at timestamptz,
  tries integer not null default 0,
  constraint token_until_removed check ((state = 'removed') = (sealed_token is null)),
  constraint shown_when_saved check (state <> 'saved'
    or (last4 is not null and expiry_month is not null and expiry_year is not null and saved_at is not null)),
  constraint nothing_left_when_removed check (state <> 'removed'
    or (brand is null and last4 is null and expiry_month is null and removed_at is not null))
);
create index saved_card_of_fan on payments.saved_card (fan_id) where state = 'saved';
create index saved_card_due on payments.saved_card (next_try_at) where next_try_at is not null;

create function payments.guard_saved_card() returns trigger language plpgsql as $$
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
end $$;
create trigger guard_saved_card before update or delete on payments.saved_card
  for each row execute function payments.guard_saved_card();
create trigger guard_saved_card_truncate before truncate on payments.saved_card
  for each statement execute function payments.guard_history();

-- The sessions in which a card may be used by one press: the one in which it was entered, and those whose owner has
-- re-authenticated for it.
create table payments.saved_card_session (
  card_id bigint not null references payments.saved_card(id),
  token_id text not null,
  at timestamptz not null,
  primary key (card_id, token_id)
);

-- The saved card that pays; null where none does.
alter table payments.intent add column saved_card_id bigint references payments.saved_card(id);
create index intent_by_saved_card on payments.intent (fan_id, created_at) where saved_card_id is not null;

create function payments.guard_saved_card_payment() returns trigger language plpgsql as $$
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
end $$;
create trigger guard_saved_card_payment before insert or update of saved_card_id on payments.intent
  for each row execute function payments.guard_saved_card_payment();

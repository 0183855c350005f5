-- A part of a payment that is given back; the payment stays what it is. Each is written down before the gateway is asked,
-- with what has gone back at the gateway once it is done, so that asking again for it never gives more.
create table payments.part_refund (
  id bigint generated always as identity primary key,
  intent_id uuid not null references payments.intent,
  amount_cents int not null check (amount_cents > 0),
  -- What had gone back at the gateway in all, this part included.
  total_cents int not null check (total_cents >= amount_cents),
  state text not null default 'asked' check (state in ('asked', 'done', 'dropped')),
  -- What was taken of the tokens that the payment had bought.
  tokens int check (tokens >= 0),
  -- The order of staff that it belongs to: the same order asks for the same part.
  order_key text not null,
  asked_at timestamptz not null,
  -- Until then the gateway may still be working on it: it is asked about and not asked for again.
  sent_until timestamptz not null,
  settled_at timestamptz,
  constraint settled_has_its_time check ((state = 'asked') = (settled_at is null)),
  constraint tokens_once_done check ((state = 'done') = (tokens is not null))
);
create index part_refund_of_intent on payments.part_refund (intent_id, id);
create unique index part_refund_order on payments.part_refund (order_key) where state <> 'dropped';
-- One is asked for at a time.
create unique index part_refund_asked on payments.part_refund (intent_id) where state = 'asked';

create function payments.guard_part_refund() returns trigger language plpgsql as $$
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
end $$;
create trigger guard_part_refund before insert or update on payments.part_refund
  for each row execute function payments.guard_part_refund();
create trigger keep_part_refund before delete on payments.part_refund
  for each row execute function payments.guard_history();
create trigger keep_part_refund_truncate before truncate on payments.part_refund
  for each statement execute function payments.guard_history();

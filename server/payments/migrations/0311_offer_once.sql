-- The promo offer of a day is bought once. A payment holds its offer from its first moment on; one that was declined,
-- expired or was cancelled lets go of it, for good: money that comes for it later counts, and needs no offer any more.
alter table payments.intent add column held_offer_id bigint;

-- Of payments that took the same offer before this rule, the first one holds it.
update payments.intent set held_offer_id = plan_id
where id in (
  select distinct on (plan_id) id from payments.intent
  where plan_kind = 'promo' and state not in ('declined', 'expired', 'cancelled')
  order by plan_id, created_at
);

create unique index intent_holds_offer on payments.intent (held_offer_id) where held_offer_id is not null;

create function payments.hold_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.held_offer_id := case when new.plan_kind = 'promo' then new.plan_id end;
  elsif new.state in ('declined', 'expired', 'cancelled') then
    new.held_offer_id := null;
  else
    new.held_offer_id := old.held_offer_id;
  end if;
  return new;
end $$;

create trigger hold_offer before insert or update on payments.intent
  for each row execute function payments.hold_offer();

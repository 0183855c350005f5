-- What staff ask a gateway to give back of a payment. It is written down before the gateway is asked, and authorises nothing:
-- what did go back is what the gateway answers or reports, in the tables of payments and their parts. The gateway cannot be
-- asked what became of an order, so one whose answer was lost stays open until its report comes, or until somebody looks at
-- the gateway and asks again.
create table subscriptions.refund_order (
  id bigint generated always as identity not null,
  charge_id bigint not null,
  amount_cents integer not null,
  order_key text not null,
  state text default 'asked' not null,
  asked_at timestamptz not null,
  sent_until timestamptz not null,
  settled_at timestamptz,
  notice_key text,
  constraint refund_order_pkey primary key (id),
  constraint refund_order_charge_id_fkey foreign key (charge_id) references subscriptions.charge(id),
  constraint refund_order_amount_cents_check check (amount_cents > 0),
  constraint refund_order_state_check check (state in ('asked', 'done', 'refused', 'given_up')),
  constraint settled_has_its_time check ((state = 'asked') = (settled_at is null)),
  constraint done_has_its_notice check ((state = 'done') = (notice_key is not null))
);
comment on column subscriptions.refund_order.order_key is 'The order of staff; the same key is the same order.';
comment on column subscriptions.refund_order.state is '`given_up`: it was never answered, and somebody asked again.';
comment on column subscriptions.refund_order.sent_until is 'Nobody asks again before.';
comment on column subscriptions.refund_order.notice_key is 'What the gateway''s notice of it is known by.';
create unique index refund_order_asked on subscriptions.refund_order (charge_id) where state = 'asked';
create unique index refund_order_key on subscriptions.refund_order (order_key) where state in ('asked', 'done');
create unique index refund_order_notice on subscriptions.refund_order (charge_id, notice_key) where notice_key is not null;
create index refund_order_of_charge on subscriptions.refund_order (charge_id, id);

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

create trigger guard_refund_order before insert or update on subscriptions.refund_order for each row execute function subscriptions.guard_refund_order();

create trigger keep_refund_order before delete on subscriptions.refund_order for each row execute function subscriptions.guard_history();

create trigger keep_all_refund_orders before truncate on subscriptions.refund_order for each statement execute function subscriptions.guard_history();

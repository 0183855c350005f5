-- Parts of a payment that its gateway reports to have given back: money alone. The payment stays paid, with its days and its
-- tokens, until they are all of it. One may be reported before its payment is.
create table subscriptions.part_refund (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions.subscription,
  transaction_id text not null,
  amount_cents int not null check (amount_cents > 0),
  currency text not null,
  at timestamptz not null
);
create index part_refund_of_payment on subscriptions.part_refund (subscription_id, transaction_id);

create function subscriptions.guard_part_refund() returns trigger language plpgsql as $$
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
end $$;
create trigger guard_part_refund before insert on subscriptions.part_refund
  for each row execute function subscriptions.guard_part_refund();
create trigger keep_part_refund before update or delete on subscriptions.part_refund
  for each row execute function subscriptions.guard_history();
create trigger keep_all_part_refunds before truncate on subscriptions.part_refund
  for each statement execute function subscriptions.guard_history();

-- Notices may come in any order: what a subscription is follows from everything that was heard of it and commanded, not
-- from what was heard last. So a step names its payment, a payment knows whether it is a renewal, and months are laid
-- out again when an earlier payment is heard of later.

-- A returned payment may leave nothing of a membership that was never seen running.
insert into subscriptions.legal_step values ('pending', 'ended'), ('abandoned', 'ended');

-- The first month begins no sooner: until then an older membership to the same model is paid.
alter table subscriptions.subscription add column not_before timestamptz;

alter table subscriptions.notice drop constraint notice_verdict_check;
-- `waiting`: it speaks of a payment that was not heard of yet.
alter table subscriptions.notice add constraint notice_verdict_check
  check (verdict in ('applied', 'unchanged', 'waiting', 'mismatch', 'no_subscription'));

alter table subscriptions.step add column transaction_id text;
create unique index step_of_payment on subscriptions.step (subscription_id, kind, transaction_id);

-- A return that came before its payment used to be a charge without a month; it is a step that waits.
insert into subscriptions.step (subscription_id, kind, source, at, transaction_id)
  select subscription_id, state, 'gateway', returned_at, transaction_id
  from subscriptions.charge where period_start is null;
alter table subscriptions.charge disable trigger keep_charge;
delete from subscriptions.charge where period_start is null;
alter table subscriptions.charge enable trigger keep_charge;

-- A cancellation that was taken over from elsewhere had no step.
insert into subscriptions.step (subscription_id, kind, source, at)
  select id, 'canceled', case when user_canceled_at is null then 'gateway' else 'fan' end, canceled_at
  from subscriptions.subscription as s
  where canceled_at is not null and not exists (
    select from subscriptions.step where subscription_id = s.id
      and kind in ('canceled', 'refunded', 'charged_back', 'ended'));

alter table subscriptions.charge add column renewal boolean not null default false;
alter table subscriptions.charge disable trigger guard_charge;
update subscriptions.charge as c set renewal = true
where exists (
    select from subscriptions.notice where gateway = c.gateway and dedupe_key = 'REBILL:' || c.transaction_id);
alter table subscriptions.charge enable trigger guard_charge;
alter table subscriptions.charge alter column renewal drop default;
alter table subscriptions.charge alter column period_start set not null;
alter table subscriptions.charge alter column period_end set not null;
alter table subscriptions.charge drop constraint paid_buys_a_period;

-- What was paid never changes, and goes back once; only which 30 days it buys is laid out again.
create or replace function subscriptions.guard_charge() returns trigger language plpgsql as $$
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
end $$;

-- Nobody pays the same day twice. Looked at in the end of the transaction, because months are moved one by one.
create function subscriptions.guard_months() returns trigger language plpgsql as $$
begin
  if exists (
    select from subscriptions.charge as a
      join subscriptions.charge as b on b.subscription_id = a.subscription_id and b.id <> a.id and b.state = 'paid'
    where a.id = new.id and a.state = 'paid' and a.period_start < b.period_end and b.period_start < a.period_end) then
    raise exception 'two paid months of subscription % overlap', new.subscription_id using errcode = 'PY003';
  end if;
  return null;
end $$;
create constraint trigger guard_months after insert or update on subscriptions.charge
  deferrable initially deferred for each row execute function subscriptions.guard_months();

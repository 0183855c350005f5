-- Everything that was ever reported of a payment, once each, by whichever channel: the state follows from this set alone
-- (rules/reports.ts), in whatever order it was received. A report of another sum is kept and does not count.
create table payments.report (
  id bigint generated always as identity primary key,
  intent_id uuid not null,
  state text not null check (state in (
    'unknown', 'pending', 'succeeded', 'declined', 'expired', 'cancelled',
    'refunded', 'charged_back', 'chargeback_reversed')),
  -- The number of the change at the gateway; null where it does not count.
  sequence int check (sequence > 0),
  verdict text not null check (verdict in ('applied', 'superseded', 'mismatch')),
  counts boolean generated always as (verdict <> 'mismatch') stored,
  source text not null check (source in ('request', 'gateway', 'callback', 'reconciliation', 'staff')),
  detail text,
  at timestamptz not null,
  unique nulls not distinct (intent_id, state, sequence, counts)
);

-- Late money is money after a decline too, a dispute has as many rounds as the banks like, and what is refunded may
-- have been disputed before.
insert into payments.legal_step values
  ('expired', 'cancelled'), ('expired', 'declined'), ('cancelled', 'declined'), ('declined', 'succeeded'),
  ('charged_back', 'refunded'), ('chargeback_reversed', 'refunded'), ('chargeback_reversed', 'charged_back');

alter table payments.callback_inbox drop constraint callback_inbox_verdict_check;
alter table payments.callback_inbox add constraint callback_inbox_verdict_check
  check (verdict in ('applied', 'unchanged', 'superseded', 'illegal', 'mismatch', 'no_intent'));

-- What was reported of the payments so far: each step was, and so was what was set aside as `illegal` until now.
insert into payments.report (intent_id, state, verdict, source, detail, at)
select intent_id, to_state, 'applied', source, detail, at from payments.intent_event
where to_state not in ('created', 'submitting')
order by id
on conflict do nothing;

insert into payments.report (intent_id, state, verdict, source, at)
select inbox.intent_id,
  case inbox.report ->> 'kind' when 'approved' then 'succeeded' else inbox.report ->> 'kind' end,
  'superseded', 'callback', inbox.received_at
from payments.callback_inbox as inbox
join payments.intent on intent.id = inbox.intent_id
where inbox.verdict = 'illegal'
  and (inbox.report ->> 'amountCents' is null
    or (inbox.report ->> 'amountCents', inbox.report ->> 'currency') = (intent.amount_cents::text, intent.currency))
order by inbox.id
on conflict do nothing;

-- A sale that is under way is asked about when its process must have died; payments with reports that had been set
-- aside are looked at once more. Both are found by next_query_at.
drop index payments.intent_submitting;
update payments.intent set next_query_at = updated_at + interval '1 minute'
where state = 'submitting' and next_query_at is null;
update payments.intent set next_query_at = now()
where next_query_at is null
  and id in (select intent_id from payments.report where verdict = 'superseded');

create trigger guard_report before update or delete on payments.report
  for each row execute function payments.guard_history();
create trigger guard_report_truncate before truncate on payments.report
  for each statement execute function payments.guard_history();

-- Chargebacks that named no payment for sure, and what staff decided: whose payment it was, or nobody's. Once, for ever.
create table payments.resolved_chargeback (
  inbox_id bigint primary key references payments.callback_inbox (id),
  intent_id uuid unique references payments.intent (id),
  at timestamptz not null
);

create index callback_inbox_no_intent on payments.callback_inbox (id) where verdict = 'no_intent';

create trigger guard_resolved before update or delete on payments.resolved_chargeback
  for each row execute function payments.guard_history();
create trigger guard_resolved_truncate before truncate on payments.resolved_chargeback
  for each statement execute function payments.guard_history();

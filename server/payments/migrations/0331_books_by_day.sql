-- The staff looks at what happened on a day, and at notices that fit no payment.
create index intent_event_by_day on payments.intent_event (at)
  where to_state in ('succeeded', 'refunded', 'charged_back', 'chargeback_reversed');
create index callback_inbox_odd on payments.callback_inbox (received_at) where verdict in ('no_intent', 'mismatch');

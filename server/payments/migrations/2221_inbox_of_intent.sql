-- What gateways have reported of a payment that changed nothing is looked up when a part of it goes back.
create index callback_inbox_unchanged on payments.callback_inbox (intent_id) where verdict = 'unchanged';

-- Payments whose card nobody has told us yet: a chargeback of their sum may be of one of them.
create index intent_paid_with_unknown_card on payments.intent (gateway, amount_cents)
  where card_last4 is null and transfer_id is not null;

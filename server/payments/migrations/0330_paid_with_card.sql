-- A chargeback of some gateways names only the card's last digits and the sum.
create index intent_paid_with_card on payments.intent (gateway, card_last4, amount_cents)
  where card_last4 is not null and transfer_id is not null;

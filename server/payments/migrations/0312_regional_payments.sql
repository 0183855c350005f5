-- The code of the regional method that a payment was begun with; null for cards.
alter table payments.intent add column regional_method text;

-- Gateways whose callbacks prove nothing name a payment by their own number.
create index intent_of_gateway_reference on payments.intent (gateway, gateway_reference)
  where gateway_reference is not null;
create index intent_without_gateway_reference on payments.intent (gateway, created_at)
  where gateway_reference is null;

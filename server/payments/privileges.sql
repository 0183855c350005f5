grant update on payments.token_package, payments.attempt to :role;
grant delete on payments.attempt to :role;
-- What was bought, by whom and for how much stays as it was written, and so does everything that was reported of it.
grant update (gateway_reference, checkout_url, state, decline_code, card_brand, card_bin, card_last4, transfer_id,
  queries, last_query_at, next_query_at, updated_at, settled_at,
  confirmed_at) on payments.intent to :role;
-- What was asked for stays; it is settled once.
grant update (state, tokens, settled_at, sent_until, gateway_reference) on payments.part_refund to :role;
-- Which steps a payment may take is not the application's to decide.
revoke insert on payments.legal_step from :role;

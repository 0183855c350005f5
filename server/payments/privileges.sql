grant update on payments.token_package, payments.attempt to :role;
grant delete on payments.attempt to :role;
-- The item, its buyer and its price stay as they were written, and so does everything that was reported of the payment.
grant update (gateway_reference, checkout_url, state, decline_code, card_brand, card_bin, card_last4, transfer_id,
  queries, last_query_at, next_query_at, updated_at, settled_at,
  confirmed_at) on payments.intent to :role;
-- The order stays; it is settled once.
grant update (state, tokens, settled_at, sent_until, gateway_reference) on payments.part_refund to :role;
-- The steps that a payment may take are not the application's to decide.
revoke insert on payments.legal_step from :role;
-- What was agreed to stays; the card itself is kept, and forgotten.
grant update (state, sealed_token, brand, last4, expiry_month, expiry_year, saved_at, removed_at, next_try_at,
  tries) on payments.saved_card to :role;
grant delete on payments.saved_card_session to :role;

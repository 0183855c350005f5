grant update on subscriptions.plan to :role;
grant delete on subscriptions.bundle to :role;
-- The fan, the model and the price stay as written, and so does everything reported of the subscription.
grant update (state, form_url, form_asked_at, gateway_subscription_id, started_at, expire_at, canceled_at,
  user_canceled_at, reenabled_at, renews, renews_at_gateway, renewal_reports, telling_until, tell_after, tell_failures, not_before,
  agreed_cents, agreed_tokens, agreed_offer_id, offer_at_gateway, updated_at) on subscriptions.subscription to :role;
-- At most the paid sum is returned; the payment buys other days when an earlier one is reported later.
grant update (state, returned_at, period_start, period_end) on subscriptions.charge to :role;
-- A question about a price is answered once.
grant update (state, answered_at) on subscriptions.price_change to :role;
-- The steps that a subscription may take are not the application's to decide.
revoke insert on subscriptions.legal_step from :role;
-- An order of a refund is settled once.
grant update (state, sent_until, settled_at, notice_key) on subscriptions.refund_order to :role;

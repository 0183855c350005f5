grant update on subscriptions.plan to :role;
grant delete on subscriptions.bundle to :role;
-- Who subscribed to whom and for how much stays as it was written, and so does everything that was reported of it.
grant update (state, form_url, form_asked_at, gateway_subscription_id, started_at, expire_at, canceled_at,
  user_canceled_at, reenabled_at, renews, renews_at_gateway, renewal_reports, telling_until, tell_after, tell_failures, not_before,
  agreed_cents, agreed_tokens, agreed_offer_id, offer_at_gateway, updated_at) on subscriptions.subscription to :role;
-- What was paid is returned at most, and buys other days when an earlier payment is reported later.
grant update (state, returned_at, period_start, period_end) on subscriptions.charge to :role;
-- A question about a price is answered once.
grant update (state, answered_at) on subscriptions.price_change to :role;
-- Which steps a subscription may take is not the application's to decide.
revoke insert on subscriptions.legal_step from :role;
-- An order of a refund is settled once.
grant update (state, sent_until, settled_at, notice_key) on subscriptions.refund_order to :role;

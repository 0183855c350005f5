-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column subscriptions.subscription.months is 'The term that each payment buys.';
comment on column subscriptions.subscription.agreed_cents is 'The price agreed to last; the database begins it as the first terms.';
comment on column subscriptions.subscription.offer_at_gateway is 'The package that the gateway last reported to charge.';
comment on column subscriptions.subscription.renews_at_gateway is 'The gateway last reported that it renews; null while an update is on its way or has an unknown outcome.';
comment on column subscriptions.subscription.renewal_reports is 'How often the gateway has reported whether it renews.';
comment on column subscriptions.wish.price_cents is 'The price that the request named; null: none.';
comment on column subscriptions.wish.price_kept is 'False for a request from before prices were kept.';
comment on column subscriptions.step.transaction_id is 'The gateway''s number of the payment that the step speaks of.';
comment on column subscriptions.agreement.text is 'The text that the fan read, word by word; empty where it was agreed before that was kept.';
comment on column subscriptions.price_change.applies_at is 'The renewal that it is about.';

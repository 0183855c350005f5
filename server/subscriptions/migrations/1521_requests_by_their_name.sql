-- A name that says what it holds. Nodes of the version before take no new subscriptions from here on.
alter table subscriptions.wish rename to request;
alter table subscriptions.request rename constraint wish_pkey to request_pkey;
alter table subscriptions.request rename constraint wish_subscription_id_fkey to request_subscription_id_fkey;
alter table subscriptions.request rename constraint wish_months_check to request_months_check;
alter table subscriptions.request rename constraint wish_price_cents_check to request_price_cents_check;

-- Null while an update is on its way, and after one whose outcome nobody knows: until the gateway answers one, or the
-- membership is over, it may renew or not, and a cancellation must reach it. An answer says nothing if the gateway has
-- reported something meanwhile.
alter table subscriptions.subscription
  alter column renews_at_gateway drop not null,
  add column renewal_reports int not null default 0 check (renewal_reports >= 0);

drop index subscriptions.subscription_to_tell;
create index subscription_to_tell on subscriptions.subscription (tell_after)
  where renews is distinct from renews_at_gateway or (renews and agreed_offer_id <> offer_at_gateway);

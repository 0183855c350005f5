-- What a gateway may still renew of one model is ended in many small parts, the next charge first.
create index subscription_renewing on subscriptions.subscription (model_id, expire_at, id) where renews;

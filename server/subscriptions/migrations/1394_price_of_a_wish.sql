-- The price that the request under a key named; null: the caller said none. Of older requests nobody kept it: a repetition
-- of one is the same request, whatever price it names.
alter table subscriptions.wish
  add column price_cents integer check (price_cents > 0),
  add column price_kept boolean not null default false;

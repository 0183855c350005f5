-- The promos of fans that are open, by their last day: each minute those are looked for that are past it.
create index promo_link_expiry on shows.promo_link (expires_at) where fan_id is not null and closed_at is null;

-- Whom a one-to-one show is for. A promo exists for that fan alone, so every reading of streams looks at this column.
alter table catalog.stream
  add column fan_id bigint,
  add check ((type = 'public') = (fan_id is null));

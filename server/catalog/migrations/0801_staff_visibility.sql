-- Two reasons why the staff keeps a model out of every list, beside her own closing of the account. She is listed when
-- there is none.
alter table catalog.model
  add column hidden boolean not null default false,
  add column suspended boolean not null default false,
  drop column listed;
alter table catalog.model
  add column listed boolean not null
    generated always as (not hidden and not suspended and closed_at is null) stored;

-- What a model allows beside the rates. A minimum is never more than the minute that is set aside.
alter table catalog.model
  add column spies_allowed boolean not null default true,
  add column two_way_allowed boolean not null default false;

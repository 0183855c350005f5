-- Models who are here, on air or not: each node renews what it knows, and what nobody renews runs out. Apart from the page,
-- whose row would be written anew every few seconds; unlogged, as a lost one comes again with the next renewal.
create unlogged table catalog.presence (
  model_id bigint primary key,
  until timestamptz not null
);
create index presence_until on catalog.presence (until);

alter table catalog.model add column online boolean not null default false;

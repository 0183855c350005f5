-- A fan gives a search a name of their own (empty: it is called by what it looks for) and may keep it without being told of
-- whom it finds.
alter table notifications.saved_search
  add column name text not null default '' check (length(name) <= 60),
  add column alerts boolean not null default true;

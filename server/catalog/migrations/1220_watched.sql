-- Which rooms a fan has watched lately, for the fan alone: a list of a few, kept for a month.
create table catalog.watched (
  fan_id bigint not null,
  model_id bigint not null references catalog.model (id),
  watched_at timestamptz not null,
  primary key (fan_id, model_id)
);
create index watched_of_fan on catalog.watched (fan_id, watched_at desc);
create index watched_by_age on catalog.watched (watched_at);
create index watched_of_model on catalog.watched (model_id);

-- Fans who have switched that list off.
create table catalog.watching_not_kept (
  fan_id bigint primary key,
  since timestamptz not null
);

-- While it is off nothing is added, whatever the application does.
create function catalog.refuse_unkept_watching() returns trigger language plpgsql as $$
begin
  if exists (select from catalog.watching_not_kept off where off.fan_id = new.fan_id) then
    raise exception 'fan % keeps no list of what they watched', new.fan_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_unkept_watching before insert or update on catalog.watched
  for each row execute function catalog.refuse_unkept_watching();

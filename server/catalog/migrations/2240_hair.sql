-- The colours of a model's hair, which their page shows and fans find them by.
alter table catalog.model
  add column hair text[] default '{}'::text[] not null,
  add constraint model_hair_check check (cardinality(hair) <= 2);
alter table catalog.on_air add column hair text[] default '{}'::text[] not null;
create index model_hair on catalog.model using gin (hair) where listed;

create or replace function catalog.follow_model()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  if old.listed <> new.listed then
    perform from live.room where model_id = new.id for share;
    perform catalog.refresh_on_air(new.id);
  else
    update catalog.on_air set gender_id = new.gender_id, approved_at = new.approved_at, rate_private = new.rate_private,
      birth_date = new.birth_date, country = new.country, languages = new.languages, tags = new.tags, login = new.login,
      search_text = new.search_text, found_words = new.found_words, hair = new.hair
    where id = new.id;
  end if;
  return null;
end $function$;

create or replace function catalog.refresh_on_air(p_model bigint)
returns void
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  perform from catalog.model where id = p_model for share;
  insert into catalog.on_air
  select model.id, model.gender_id, session.mode,
    case when session.mode = 'promo'
      then (select fan_id from live.participant where session_id = session.id and role = 'promo') end,
    room.watchers, model.last_connection, model.approved_at, model.rate_private, model.birth_date, model.country,
    model.languages, model.tags, model.login, model.search_text, model.found_words, model.hair
  from live.room as room
  join live.session as session on session.id = room.session_id and session.state <> 'ended'
  join catalog.model as model on model.id = room.model_id and model.listed
  where room.model_id = p_model and room.live_since is not null
  on conflict (id) do update
    set type = excluded.type, fan_id = excluded.fan_id, last_connection = excluded.last_connection;
  if not found then
    delete from catalog.on_air where id = p_model;
  end if;
end $function$;

drop trigger on_air on catalog.model;
create trigger on_air after update of gender_id, hidden, suspended, closed_at, listing, approved_at, rate_private, birth_date, country, languages, tags, hair, login, search_text, topic_en, topic_es, bio_en, bio_es on catalog.model for each row execute function catalog.follow_model();

-- The number of watchers is written by the room's trigger alone, whose row is held: who refreshes for a session or a model
-- knows only the last committed number, and wrote it over a newer one that it had waited for.
create or replace function catalog.refresh_on_air(p_model bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from catalog.model where id = p_model for share;
  insert into catalog.on_air
  select model.id, model.gender_id, session.mode,
    case when session.mode = 'promo'
      then (select fan_id from live.participant where session_id = session.id and role = 'promo') end,
    room.watchers, model.last_connection, model.approved_at, model.rate_private, model.birth_date, model.country,
    model.languages, model.tags, model.login, model.search_text, model.found_words
  from live.room as room
  join live.session as session on session.id = room.session_id and session.state <> 'ended'
  join catalog.model as model on model.id = room.model_id and model.listed
  where room.model_id = p_model and room.live_since is not null
  on conflict (id) do update
    set type = excluded.type, fan_id = excluded.fan_id, last_connection = excluded.last_connection;
  if not found then
    delete from catalog.on_air where id = p_model;
  end if;
end $$;

create or replace function catalog.follow_room() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or (old.session_id, old.live_since) is distinct from (new.session_id, new.live_since) then
    perform catalog.refresh_on_air(new.model_id);
  end if;
  update catalog.on_air set watchers = new.watchers where id = new.model_id and watchers <> new.watchers;
  return null;
end $$;

-- Who is listed again waits for a change of her room, which found no row to write its number to.
create or replace function catalog.follow_model() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.listed <> new.listed then
    perform from live.room where model_id = new.id for share;
    perform catalog.refresh_on_air(new.id);
  else
    update catalog.on_air set gender_id = new.gender_id, approved_at = new.approved_at, rate_private = new.rate_private,
      birth_date = new.birth_date, country = new.country, languages = new.languages, tags = new.tags, login = new.login,
      search_text = new.search_text, found_words = new.found_words
    where id = new.id;
  end if;
  return null;
end $$;

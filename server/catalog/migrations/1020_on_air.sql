-- The listed models who are on air now, few beside all models, with everything that lists narrow and order them by: each
-- list reads them all, and went through rooms, sessions and pages for them. Kept by triggers, in the transactions that
-- change what it is made of. `fan_id` is the only one for whom a promo exists. Rows stay whole, so that searching the words
-- reads no other table, and half of each page stays free for new numbers of watchers.
drop view catalog.on_air;
create table catalog.on_air (
  id bigint primary key references catalog.model,
  gender_id smallint not null,
  type text not null,
  fan_id bigint,
  watchers integer not null,
  last_connection timestamptz,
  approved_at timestamptz,
  rate_private integer not null,
  birth_date date not null,
  country text not null,
  languages text[] not null,
  tags text[] not null,
  login text not null,
  search_text text not null,
  found_words tsvector not null
) with (fillfactor = 50, toast_tuple_target = 4000);

-- Whoever changes a room holds its row, so that two of them cannot write what each knew before the other. The model's row is
-- held for the same reason: what its page says meanwhile would else be missed.
create function catalog.refresh_on_air(p_model bigint)
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
  on conflict (id) do update set type = excluded.type, fan_id = excluded.fan_id, watchers = excluded.watchers,
    last_connection = excluded.last_connection;
  if not found then
    delete from catalog.on_air where id = p_model;
  end if;
end $$;

create function catalog.follow_room() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.session_id, old.live_since) is not distinct from (new.session_id, new.live_since) then
    update catalog.on_air set watchers = new.watchers where id = new.model_id and watchers <> new.watchers;
  else
    perform catalog.refresh_on_air(new.model_id);
  end if;
  return null;
end $$;
create trigger on_air after insert or update of session_id, live_since, watchers on live.room
  for each row execute function catalog.follow_room();

create function catalog.follow_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform catalog.refresh_on_air(new.model_id);
  return null;
end $$;
create trigger on_air after update of state, mode on live.session
  for each row when ((old.state = 'ended', old.mode) is distinct from (new.state = 'ended', new.mode)) execute function catalog.follow_session();
create trigger on_air after insert on live.participant
  for each row when (new.role = 'promo') execute function catalog.follow_session();

create function catalog.follow_model() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.listed <> new.listed then
    perform catalog.refresh_on_air(new.id);
  else
    update catalog.on_air set gender_id = new.gender_id, approved_at = new.approved_at, rate_private = new.rate_private,
      birth_date = new.birth_date, country = new.country, languages = new.languages, tags = new.tags, login = new.login,
      search_text = new.search_text, found_words = new.found_words
    where id = new.id;
  end if;
  return null;
end $$;
create trigger on_air after update of gender_id, hidden, suspended, closed_at, listing, approved_at, rate_private, birth_date,
    country, languages, tags, login, search_text, topic_en, topic_es, bio_en, bio_es on catalog.model
  for each row execute function catalog.follow_model();

revoke execute on all functions in schema catalog from public;
select catalog.refresh_on_air(model_id) from live.room where live_since is not null;

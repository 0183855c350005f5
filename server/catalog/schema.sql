-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table catalog.ban (
  model_id bigint not null,
  fan_id bigint not null,
  banned_at timestamptz not null,
  constraint ban_pkey primary key (model_id, fan_id),
  constraint ban_model_id_fkey foreign key (model_id) references catalog.model(id)
);
create index ban_fan on catalog.ban (fan_id);
-- The application may: select, insert, delete.

create table catalog.blocked (
  fan_id bigint not null,
  model_id bigint not null,
  blocked_at timestamptz not null,
  constraint blocked_pkey primary key (fan_id, model_id),
  constraint blocked_check check (fan_id <> model_id)
);
create index blocked_model on catalog.blocked (model_id);
-- The application may: select, insert, delete.

create table catalog.gallery (
  id bigint generated always as identity not null,
  model_id bigint not null,
  place smallint not null,
  file text not null,
  small_file text not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null,
  client_id uuid,
  constraint gallery_pkey primary key (id),
  constraint gallery_file_key unique (file),
  constraint gallery_place unique (model_id, place) deferrable initially deferred,
  constraint gallery_small_file_key unique (small_file),
  constraint gallery_model_id_fkey foreign key (model_id) references catalog.model(id),
  constraint gallery_height_check check (height > 0),
  constraint gallery_place_check check (place >= 1 and place <= 24),
  constraint gallery_width_check check (width > 0)
);
create unique index gallery_of_client on catalog.gallery (model_id, client_id) where client_id is not null;
-- The application may: select, insert, delete, update (place).

create table catalog.gender (
  id smallint not null,
  name_en text not null,
  name_es text not null,
  constraint gender_pkey primary key (id)
);
-- The application may: select, insert.

create table catalog.liked (
  fan_id bigint not null,
  model_id bigint not null,
  liked_at timestamptz default now() not null,
  constraint liked_pkey primary key (fan_id, model_id),
  constraint liked_model_id_fkey foreign key (model_id) references catalog.model(id)
);
-- The application may: select, insert, delete.

create table catalog.live_picture (
  model_id bigint not null,
  session_id bigint not null,
  file text not null,
  taken_at timestamptz not null,
  constraint live_picture_pkey primary key (model_id),
  constraint live_picture_file_key unique (file),
  constraint live_picture_model_id_fkey foreign key (model_id) references catalog.model(id),
  constraint live_picture_session_id_fkey foreign key (session_id) references live.session(id)
);
-- The application may: select, insert, delete, update.

create table catalog.model (
  id bigint not null,
  login text not null,
  artistic_name text not null,
  search_text text not null,
  gender_id smallint,
  birth_date date,
  country text,
  languages text[] default '{}'::text[] not null,
  bio_en text default '' not null,
  bio_es text default '' not null,
  topic_en text default '' not null,
  topic_es text default '' not null,
  earning_rank integer not null,
  rate_private integer,
  rate_vip integer,
  rate_spy integer,
  rate_minimum integer default 0 not null,
  avatar text not null,
  portrait text not null,
  portrait_small text not null,
  tall text not null,
  thumbhash text default '' not null,
  last_connection timestamptz,
  closed_at timestamptz,
  spies_allowed boolean default true not null,
  two_way_allowed boolean default false not null,
  hidden boolean default false not null,
  suspended boolean default false not null,
  listing text default 'draft' not null,
  listing_note text default '' not null,
  submitted_at timestamptz,
  camera_tested_at timestamptz,
  picture_keys text[] default '{}'::text[] not null,
  -- Approved, and neither hidden nor suspended nor closed; the database works it out.
  listed boolean generated always as (((not hidden) and (not suspended) and (closed_at is null) and (listing = 'approved'))) stored not null,
  tags text[] default '{}'::text[] not null,
  approved_at timestamptz,
  -- The model is here, on air or not.
  online boolean default false not null,
  found_words tsvector generated always as (to_tsvector('simple'::regconfig, regexp_replace(kit.search_key(((((((topic_en || ' ') || topic_es) || ' ') || bio_en) || ' ') || bio_es)), '[^[:alnum:]]+', ' ', 'g'))) stored not null,
  name_contested boolean default false not null,
  hair text[] default '{}'::text[] not null,
  constraint model_pkey primary key (id),
  constraint model_login_key unique (login),
  constraint model_gender_id_fkey foreign key (gender_id) references catalog.gender(id),
  constraint artistic_name_written check (kit.is_written(artistic_name)),
  constraint bio_en_written check (kit.is_written(bio_en)),
  constraint bio_es_written check (kit.is_written(bio_es)),
  constraint listing_note_written check (kit.is_written(listing_note)),
  constraint model_country_check check (country ~ '^[A-Z]{2}$'),
  constraint model_earning_rank_check check (earning_rank > 0),
  constraint model_hair_check check (cardinality(hair) <= 2),
  constraint model_listing_check check (listing in ('draft', 'submitted', 'approved')),
  constraint model_listing_complete check (listing <> 'approved' or gender_id is not null and birth_date is not null and country is not null and rate_private is not null and rate_vip is not null and rate_spy is not null),
  constraint model_rate_minimum_check check (rate_minimum >= 0),
  constraint model_rate_private_check check (rate_private > 0),
  constraint model_rate_spy_check check (rate_spy > 0),
  constraint model_rate_vip_check check (rate_vip > 0),
  constraint model_tags_check check (cardinality(tags) <= 5),
  constraint model_topic_en_check check (length(topic_en) <= 120),
  constraint model_topic_es_check check (length(topic_es) <= 120),
  constraint page_has_name check (artistic_name <> '' or closed_at is not null),
  constraint topic_en_written check (kit.is_written(topic_en)),
  constraint topic_es_written check (kit.is_written(topic_es))
);
create index model_approved on catalog.model (gender_id, approved_at desc nulls last, id) where listed;
create index model_birth on catalog.model (gender_id, birth_date) where listed;
create index model_country on catalog.model (gender_id, country, online desc, last_connection desc nulls last, id) where listed;
create index model_hair on catalog.model using gin (hair) where listed;
create index model_languages on catalog.model using gin (languages) where listed;
create index model_listed on catalog.model (id) include (gender_id) where listed;
create unique index model_name_key on catalog.model (kit.look_alike_key(artistic_name)) where listing = 'approved' and closed_at is null and not name_contested;
create unique index model_name_sight on catalog.model (kit.look_alike_sight(artistic_name)) where listing = 'approved' and closed_at is null and not name_contested;
create index model_name_start on catalog.model (gender_id, search_text text_pattern_ops) where listed;
create index model_online on catalog.model (id) where online;
create index model_out_of_sight on catalog.model (id) where hidden or suspended or closed_at is not null;
create index model_rank on catalog.model (gender_id, earning_rank, id) where listed;
create index model_rate on catalog.model (gender_id, rate_private, id) where listed;
create index model_search on catalog.model using gin (search_text gin_trgm_ops);
create index model_seen on catalog.model (gender_id, online desc, last_connection desc nulls last, id) where listed;
create index model_submitted on catalog.model (submitted_at) where listing = 'submitted';
create index model_tags on catalog.model using gin (tags) where listed;
create index model_words on catalog.model using gin (found_words) where listed;
create trigger on_air after update of gender_id, hidden, suspended, closed_at, listing, approved_at, rate_private, birth_date, country, languages, tags, hair, login, search_text, topic_en, topic_es, bio_en, bio_es on catalog.model for each row execute function catalog.follow_model();
-- The application may: select, insert, update.

create table catalog.on_air (
  id bigint not null,
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
  found_words tsvector not null,
  hair text[] default '{}'::text[] not null,
  constraint on_air_pkey primary key (id),
  constraint on_air_id_fkey foreign key (id) references catalog.model(id)
) with (fillfactor=50, toast_tuple_target=4000);
-- The application may: select, insert.

create unlogged table catalog.presence (
  model_id bigint not null,
  until timestamptz not null,
  constraint presence_pkey primary key (model_id)
);
create index presence_until on catalog.presence (until);
-- The application may: select, insert, delete, update.

create table catalog.schedule (
  model_id bigint not null,
  time_zone text not null,
  updated_at timestamptz not null,
  constraint schedule_pkey primary key (model_id),
  constraint schedule_model_id_fkey foreign key (model_id) references catalog.model(id),
  constraint schedule_time_zone_check check (length(time_zone) >= 1 and length(time_zone) <= 64)
);
-- The application may: select, insert, delete, update.

create table catalog.schedule_hours (
  model_id bigint not null,
  weekday smallint not null,
  from_minute smallint not null,
  to_minute smallint not null,
  constraint schedule_hours_pkey primary key (model_id, weekday, from_minute),
  constraint schedule_hours_model_id_fkey foreign key (model_id) references catalog.schedule(model_id) on delete cascade,
  constraint schedule_hours_check check (to_minute > from_minute and to_minute <= (from_minute + 1440)),
  constraint schedule_hours_from_minute_check check (from_minute >= 0 and from_minute <= 1439),
  constraint schedule_hours_weekday_check check (weekday >= 1 and weekday <= 7)
);
-- The application may: select, insert, delete.

create table catalog.watched (
  fan_id bigint not null,
  model_id bigint not null,
  watched_at timestamptz not null,
  constraint watched_pkey primary key (fan_id, model_id),
  constraint watched_model_id_fkey foreign key (model_id) references catalog.model(id)
);
create index watched_by_age on catalog.watched (watched_at);
create index watched_of_fan on catalog.watched (fan_id, watched_at desc);
create index watched_of_model on catalog.watched (model_id);
create trigger refuse_unkept_watching before insert or update on catalog.watched for each row execute function catalog.refuse_unkept_watching();
-- The application may: select, insert, delete, update.

create table catalog.watching_not_kept (
  fan_id bigint not null,
  since timestamptz not null,
  constraint watching_not_kept_pkey primary key (fan_id)
);
-- The application may: select, insert, delete.

create view catalog.stream as
 select model.id as model_id,
        case session.state
            when 'live' then 'began'
            when 'paused' then 'paused'
            else 'stopped'
        end as status,
        case
            when session.state <> 'ended' then session.mode
            else 'public'
        end as type,
        case
            when session.state <> 'ended' then room.watchers
            else 0
        end as watchers,
        case
            when session.state <> 'ended' then room.live_since
            else null::timestamptz
        end as began_at,
        case
            when session.state <> 'ended' and session.mode = 'promo' then ( select participant.fan_id
               from live.participant
              where participant.session_id = session.id and participant.role = 'promo')
            else null::bigint
        end as fan_id,
    room.broadcast_at,
    room.stopped_at as ended_at,
        case
            when session.state = 'live' and session.mode = 'public' then session.id
            else null::bigint
        end as public_session_id,
    picture.file as picture
   from catalog.model model
     left join live.room room on room.model_id = model.id
     left join live.session session on session.id = room.session_id
     left join catalog.live_picture picture on picture.model_id = model.id and picture.session_id = session.id and session.state = 'live' and session.mode = 'public';

create function catalog.follow_model()
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

create function catalog.follow_room()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  if tg_op = 'INSERT' or (old.session_id, old.live_since) is distinct from (new.session_id, new.live_since) then
    perform catalog.refresh_on_air(new.model_id);
  end if;
  update catalog.on_air set watchers = new.watchers where id = new.model_id and watchers <> new.watchers;
  return null;
end $function$;

create function catalog.follow_session()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  perform catalog.refresh_on_air(new.model_id);
  return null;
end $function$;

create function catalog.refresh_on_air(p_model bigint)
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

create function catalog.refuse_unkept_watching()
returns trigger
language plpgsql
as $function$
begin
  if exists (select from catalog.watching_not_kept off where off.fan_id = new.fan_id) then
    raise exception 'fan % keeps no list of what they watched', new.fan_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create schema catalog;
create extension if not exists pg_trgm;

create table catalog.gender (
  id smallint not null,
  name_en text not null,
  name_es text not null,
  constraint gender_pkey primary key (id)
);

-- A model's public page. Its id is that of her account.
create table catalog.model (
  id bigint not null,
  login text not null,
  artistic_name text not null,
  -- What search compares with: lower case, without accents.
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
  -- Tokens per minute, and the least charge of a private show in tokens.
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
  -- A model whose account is closed is nowhere to be found; her row stays for what refers to it.
  closed_at timestamptz,
  -- What a model allows beside the rates. A minimum is never more than the minute that is set aside.
  spies_allowed boolean default true not null,
  two_way_allowed boolean default false not null,
  -- Two reasons why the staff keeps a model out of every list, beside her own closing of the account. She is listed when
  -- there is none.
  hidden boolean default false not null,
  suspended boolean default false not null,
  listing text default 'draft' not null,
  -- Why staff sent the page back last; empty when it did not.
  listing_note text default '' not null,
  submitted_at timestamptz,
  camera_tested_at timestamptz,
  -- Keys of the files behind the pictures that she uploaded.
  picture_keys text[] default '{}'::text[] not null,
  listed boolean generated always as (((not hidden) and (not suspended) and (closed_at is null) and (listing = 'approved'))) stored not null,
  -- What lists are narrowed by beside the gender, each in an index of its own. `approved_at` is when staff listed a model;
  -- unknown for those who were listed before it was kept, and they count as not new.
  tags text[] default '{}'::text[] not null,
  approved_at timestamptz,
  online boolean default false not null,
  -- What rooms are found by beside their names: the words of topic and bio in both languages, without accents and case. Words
  -- in place of the text: the database knows how common each is, and so whether to go by them or by the order of the list.
  found_words tsvector generated always as (to_tsvector('simple'::regconfig, regexp_replace(kit.search_key(((((((topic_en || ' ') || topic_es) || ' ') || bio_en) || ' ') || bio_es)), '[^[:alnum:]]+', ' ', 'g'))) stored not null,
  -- Approved pages have names that are not taken for one another, also while staff hides them. Of those that were alike
  -- before, the first keeps the name for itself, and the others are left as they are.
  name_contested boolean default false not null,
  constraint model_pkey primary key (id),
  constraint model_login_key unique (login),
  constraint model_gender_id_fkey foreign key (gender_id) references catalog.gender(id),
  constraint artistic_name_written check (kit.is_written(artistic_name)),
  constraint bio_en_written check (kit.is_written(bio_en)),
  constraint bio_es_written check (kit.is_written(bio_es)),
  constraint listing_note_written check (kit.is_written(listing_note)),
  constraint model_country_check check (country ~ '^[A-Z]{2}$'),
  constraint model_earning_rank_check check (earning_rank > 0),
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
create index model_languages on catalog.model using gin (languages) where listed;
-- Whom lists of a gender may show, found by id without her whole row.
create index model_listed on catalog.model (id) include (gender_id) where listed;
create unique index model_name_key on catalog.model (kit.look_alike_key(artistic_name)) where listing = 'approved' and closed_at is null and not name_contested;
create unique index model_name_sight on catalog.model (kit.look_alike_sight(artistic_name)) where listing = 'approved' and closed_at is null and not name_contested;
-- Names by how they begin, for what is suggested while somebody types.
create index model_name_start on catalog.model (gender_id, search_text text_pattern_ops) where listed;
-- Who is online is compared with catalog.presence every few seconds.
create index model_online on catalog.model (id) where online;
-- Who is out of sight, hidden by staff, suspended or gone, is asked every minute.
create index model_out_of_sight on catalog.model (id) where hidden or suspended or closed_at is not null;
create index model_rank on catalog.model (gender_id, earning_rank, id) where listed;
create index model_rate on catalog.model (gender_id, rate_private, id) where listed;
create index model_search on catalog.model using gin (search_text gin_trgm_ops);
-- Lists are read in their own order, by whichever page: a page costs what it shows, however many models there are.
create index model_seen on catalog.model (gender_id, online desc, last_connection desc nulls last, id) where listed;
create index model_submitted on catalog.model (submitted_at) where listing = 'submitted';
create index model_tags on catalog.model using gin (tags) where listed;
create index model_words on catalog.model using gin (found_words) where listed;

-- Whom a model keeps out of her room and her chats, until she lifts it.
create table catalog.ban (
  model_id bigint not null,
  fan_id bigint not null,
  banned_at timestamptz not null,
  constraint ban_pkey primary key (model_id, fan_id),
  constraint ban_model_id_fkey foreign key (model_id) references catalog.model(id)
);
create index ban_fan on catalog.ban (fan_id);

-- Models whom a fan wants to see and hear nothing of.
create table catalog.blocked (
  fan_id bigint not null,
  model_id bigint not null,
  blocked_at timestamptz not null,
  constraint blocked_pkey primary key (fan_id, model_id),
  constraint blocked_check check (fan_id <> model_id)
);
create index blocked_model on catalog.blocked (model_id);

-- The pictures that models show on their pages, in the order of `place`.
create table catalog.gallery (
  id bigint generated always as identity not null,
  model_id bigint not null,
  place smallint not null,
  -- Keys of the files, whole and small.
  file text not null,
  small_file text not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null,
  -- The id that the model's page has minted for a picture: the same one again is the same picture.
  client_id uuid,
  constraint gallery_pkey primary key (id),
  constraint gallery_file_key unique (file),
  -- Looked at in the end of the transaction, because all of them change places together.
  constraint gallery_place unique (model_id, place) deferrable initially deferred,
  constraint gallery_small_file_key unique (small_file),
  constraint gallery_model_id_fkey foreign key (model_id) references catalog.model(id),
  constraint gallery_height_check check (height > 0),
  constraint gallery_place_check check (place >= 1 and place <= 24),
  constraint gallery_width_check check (width > 0)
);
create unique index gallery_of_client on catalog.gallery (model_id, client_id) where client_id is not null;

create table catalog.liked (
  fan_id bigint not null,
  model_id bigint not null,
  liked_at timestamptz default now() not null,
  constraint liked_pkey primary key (fan_id, model_id),
  constraint liked_model_id_fkey foreign key (model_id) references catalog.model(id)
);

-- What a room shows now, as a picture on cards. It belongs to one public session, so that it never stands for a show, or for
-- another broadcast.
create table catalog.live_picture (
  model_id bigint not null,
  session_id bigint not null,
  file text not null,
  taken_at timestamptz not null,
  constraint live_picture_pkey primary key (model_id),
  constraint live_picture_file_key unique (file),
  constraint live_picture_model_id_fkey foreign key (model_id) references catalog.model(id)
);

-- The listed models who are on air now, few beside all models, with everything that lists narrow and order them by: each
-- list reads them all. Triggers keep it, in the transactions that change what it is made of. `fan_id` is the only one for
-- whom a promo exists. Rows stay whole, so that searching the words reads no other table, and half of each page stays free
-- for new numbers of watchers.
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
  constraint on_air_pkey primary key (id),
  constraint on_air_id_fkey foreign key (id) references catalog.model(id)
) with (fillfactor=50, toast_tuple_target=4000);

-- Models who are here, on air or not: each node renews what it knows, and what nobody renews runs out. Apart from the page,
-- whose row would be written anew every few seconds; unlogged, as a lost one comes again with the next renewal.
create unlogged table catalog.presence (
  model_id bigint not null,
  until timestamptz not null,
  constraint presence_pkey primary key (model_id)
);
create index presence_until on catalog.presence (until);

-- When models mean to be on air: hours of each week by the clocks of their own time zone.
create table catalog.schedule (
  model_id bigint not null,
  -- IANA name.
  time_zone text not null,
  updated_at timestamptz not null,
  constraint schedule_pkey primary key (model_id),
  constraint schedule_model_id_fkey foreign key (model_id) references catalog.model(id),
  constraint schedule_time_zone_check check (length(time_zone) >= 1 and length(time_zone) <= 64)
);

create table catalog.schedule_hours (
  model_id bigint not null,
  -- 1 is Monday.
  weekday smallint not null,
  -- Minutes of that day; up to a day later, so that a night may go on over midnight.
  from_minute smallint not null,
  to_minute smallint not null,
  constraint schedule_hours_pkey primary key (model_id, weekday, from_minute),
  constraint schedule_hours_model_id_fkey foreign key (model_id) references catalog.schedule(model_id) on delete cascade,
  constraint schedule_hours_check check (to_minute > from_minute and to_minute <= (from_minute + 1440)),
  constraint schedule_hours_from_minute_check check (from_minute >= 0 and from_minute <= 1439),
  constraint schedule_hours_weekday_check check (weekday >= 1 and weekday <= 7)
);

-- Which rooms a fan has watched lately, for the fan alone: a list of a few, kept for a month.
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

-- Fans who have switched that list off.
create table catalog.watching_not_kept (
  fan_id bigint not null,
  since timestamptz not null,
  constraint watching_not_kept_pkey primary key (fan_id)
);

-- Who is listed again waits for a change of her room, which found no row to write its number to.
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
      search_text = new.search_text, found_words = new.found_words
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

-- The number of watchers is written by the room's trigger alone, whose row is held: who refreshes for a session or a model
-- knows only the last committed number, and wrote it over a newer one that it had waited for.
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
end $function$;

-- While it is off nothing is added, whatever the application does.
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

create trigger refuse_unkept_watching before insert or update on catalog.watched for each row execute function catalog.refuse_unkept_watching();

create trigger on_air after update of gender_id, hidden, suspended, closed_at, listing, approved_at, rate_private, birth_date, country, languages, tags, login, search_text, topic_en, topic_es, bio_en, bio_es on catalog.model for each row execute function catalog.follow_model();

revoke execute on all functions in schema catalog from public;

insert into catalog.gender (id, name_en, name_es) values
  (1, 'Women', 'Mujeres'),
  (2, 'Men', 'Hombres'),
  (3, 'Trans', 'Trans'),
  (4, 'Couples', 'Parejas');

comment on column catalog.model.listed is 'Approved, and neither hidden nor suspended nor closed; the database works it out.';
comment on column catalog.model.online is 'The model is here, on air or not.';

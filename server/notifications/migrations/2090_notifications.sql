create schema notifications;

-- The fans who want to be notified when a model goes live.
create table notifications.go_live_alert (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  -- The broadcast that the fan was told about last: nobody is told twice about one.
  notified_of timestamptz,
  -- The planned broadcast that the fan was reminded of last: nobody is reminded twice of one.
  reminded_of timestamptz,
  constraint go_live_alert_pkey primary key (model_id, fan_id),
  constraint go_live_alert_check check (fan_id <> model_id)
);
create index go_live_alert_of_fan on notifications.go_live_alert (fan_id);

-- What a fan was told, to be read later. `key` names what happened, so that an event handed over twice is told once.
create table notifications.item (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  key text not null,
  kind text not null,
  model_id bigint,
  -- What it leads to, where that is not the model: a show's participation, whose receipt it is.
  target_id bigint,
  at timestamptz not null,
  read_at timestamptz,
  constraint item_pkey primary key (id),
  constraint item_fan_id_key_key unique (fan_id, key),
  constraint item_about_a_model check ((kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'search_live', 'search_new', 'content_refunded', 'message', 'schedule')) = (model_id is not null)),
  constraint item_check check (read_at >= at),
  constraint item_check1 check (fan_id <> model_id),
  constraint item_key_check check (length(key) >= 1 and length(key) <= 100),
  constraint item_kind_check check (kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'tokens_returned', 'tokens_back', 'reward', 'reward_cancelled', 'search_live', 'search_new', 'content_refunded', 'staff_decision', 'message', 'schedule')),
  constraint item_with_a_target check ((kind in ('show_ended', 'message')) = (target_id is not null))
);
create index item_about_model on notifications.item (model_id);
create index item_of_fan on notifications.item (fan_id, id desc);
create index unread_item_of_fan on notifications.item (fan_id) where read_at is null;

-- What a device is pushed once the quiet hours of its fan are over.
create table notifications.held_push (
  device_id bigint not null,
  item_id bigint not null,
  constraint held_push_pkey primary key (device_id, item_id),
  constraint held_push_item_id_fkey foreign key (item_id) references notifications.item(id) on delete cascade
);
create index held_push_item on notifications.held_push (item_id);

-- Models of whom a fan wants no pushes and mails.
create table notifications.muted_model (
  fan_id bigint not null,
  model_id bigint not null,
  muted_at timestamptz not null,
  constraint muted_model_pkey primary key (fan_id, model_id),
  constraint muted_model_check check (fan_id <> model_id)
);
create index muted_model_model on notifications.muted_model (model_id);

-- Who wants one mail when a model who is in a show is public again. Told or a day old, the row goes.
create table notifications.public_again (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  constraint public_again_pkey primary key (model_id, fan_id),
  constraint public_again_check check (fan_id <> model_id)
);
create index public_again_of_fan on notifications.public_again (fan_id);

-- What fans look for and want to be told of: a list's search and filters, empty or null where they narrow nothing. Each fan
-- has each of them once, however often it is saved. `told_at` is when they were last told of somebody whom it finds.
create table notifications.saved_search (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  gender_id smallint not null,
  search text not null,
  tags text[] not null,
  languages text[] not null,
  country text not null,
  age_min smallint,
  age_max smallint,
  rate_min integer,
  rate_max integer,
  only_new boolean not null,
  saved_at timestamptz not null,
  notified_at timestamptz,
  -- A fan gives a search a name of their own (empty: it is called by what it looks for) and may keep it without being told of
  -- whom it finds.
  name text default '' not null,
  alerts boolean default true not null,
  constraint saved_search_pkey primary key (id),
  constraint saved_search_fan_id_gender_id_search_tags_languages_country_key unique nulls not distinct (fan_id, gender_id, search, tags, languages, country, age_min, age_max, rate_min, rate_max, only_new),
  constraint name_written check (kit.is_written(name)),
  constraint saved_search_check check (notified_at >= saved_at),
  constraint saved_search_country_check check (country ~ '^([A-Z]{2})?$'),
  constraint saved_search_languages_check check (cardinality(languages) <= 5),
  constraint saved_search_name_check check (length(name) <= 60),
  constraint saved_search_search_check check (length(search) <= 100),
  constraint saved_search_tags_check check (cardinality(tags) <= 5),
  constraint search_written check (kit.is_written(search))
);
create index saved_search_of_gender on notifications.saved_search (gender_id, id);

-- How a fan wants to be notified; without a row as it is by default.
create table notifications.settings (
  fan_id bigint not null,
  -- Subjects of which the fan is sent neither pushes nor mails.
  muted text[] default '{}'::text[] not null,
  -- Minutes of the day in the fan's time zone: from the first until the second pushes are held back.
  quiet_from smallint,
  quiet_to smallint,
  time_zone text default 'UTC' not null,
  digest boolean default false not null,
  digest_at timestamptz,
  -- Pushes and subjects of mails name nobody.
  discreet boolean default false not null,
  constraint settings_pkey primary key (fan_id),
  constraint settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint settings_check1 check (quiet_from <> quiet_to),
  constraint settings_quiet_from_check check (quiet_from >= 0 and quiet_from <= 1439),
  constraint settings_quiet_to_check check (quiet_to >= 0 and quiet_to <= 1439),
  constraint settings_time_zone_check check (length(time_zone) >= 1 and length(time_zone) <= 64)
);
create index settings_digest on notifications.settings (fan_id) where digest;

comment on column notifications.saved_search.age_min is 'Years, as age_max.';
comment on column notifications.saved_search.rate_min is 'Tokens of a private minute, as rate_max.';
comment on column notifications.saved_search.name is 'The name that the fan gave it; empty: it is called by what it looks for.';
comment on column notifications.saved_search.alerts is 'The fan is notified of whom it finds.';

-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table notifications.go_live_alert (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  notified_of timestamptz,
  reminded_of timestamptz,
  constraint go_live_alert_pkey primary key (model_id, fan_id),
  constraint go_live_alert_check check (fan_id <> model_id)
);
create index go_live_alert_of_fan on notifications.go_live_alert (fan_id);
-- The application may: select, insert, delete, update.

create table notifications.held_push (
  device_id bigint not null,
  item_id bigint not null,
  constraint held_push_pkey primary key (device_id, item_id),
  constraint held_push_item_id_fkey foreign key (item_id) references notifications.item(id) on delete cascade
);
create index held_push_item on notifications.held_push (item_id);
-- The application may: select, insert, delete.

create table notifications.item (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  key text not null,
  kind text not null,
  model_id bigint,
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
-- The application may: select, insert, delete, update (read_at).

create table notifications.muted_model (
  fan_id bigint not null,
  model_id bigint not null,
  muted_at timestamptz not null,
  constraint muted_model_pkey primary key (fan_id, model_id),
  constraint muted_model_check check (fan_id <> model_id)
);
create index muted_model_model on notifications.muted_model (model_id);
-- The application may: select, insert, delete.

create table notifications.public_again (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  constraint public_again_pkey primary key (model_id, fan_id),
  constraint public_again_check check (fan_id <> model_id)
);
create index public_again_of_fan on notifications.public_again (fan_id);
-- The application may: select, insert, delete.

create table notifications.saved_search (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  gender_id smallint not null,
  search text not null,
  tags text[] not null,
  languages text[] not null,
  country text not null,
  -- Years, as age_max.
  age_min smallint,
  age_max smallint,
  -- Tokens of a private minute, as rate_max.
  rate_min integer,
  rate_max integer,
  only_new boolean not null,
  saved_at timestamptz not null,
  notified_at timestamptz,
  -- The name that the fan gave it; empty: it is called by what it looks for.
  name text default '' not null,
  -- The fan is notified of whom it finds.
  alerts boolean default true not null,
  hair text[] default '{}'::text[] not null,
  constraint saved_search_pkey primary key (id),
  constraint saved_search_same unique nulls not distinct (fan_id, gender_id, search, tags, languages, hair, country, age_min, age_max, rate_min, rate_max, only_new),
  constraint name_written check (kit.is_written(name)),
  constraint saved_search_check check (notified_at >= saved_at),
  constraint saved_search_country_check check (country ~ '^([A-Z]{2})?$'),
  constraint saved_search_hair_check check (cardinality(hair) <= 2),
  constraint saved_search_languages_check check (cardinality(languages) <= 5),
  constraint saved_search_name_check check (length(name) <= 60),
  constraint saved_search_search_check check (length(search) <= 100),
  constraint saved_search_tags_check check (cardinality(tags) <= 5),
  constraint search_written check (kit.is_written(search))
);
create index saved_search_of_gender on notifications.saved_search (gender_id, id);
-- The application may: select, insert, delete, update (notified_at, name, alerts).

create table notifications.settings (
  fan_id bigint not null,
  muted text[] default '{}'::text[] not null,
  quiet_from smallint,
  quiet_to smallint,
  time_zone text default 'UTC' not null,
  digest boolean default false not null,
  digest_at timestamptz,
  discreet boolean default false not null,
  constraint settings_pkey primary key (fan_id),
  constraint settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint settings_check1 check (quiet_from <> quiet_to),
  constraint settings_quiet_from_check check (quiet_from >= 0 and quiet_from <= 1439),
  constraint settings_quiet_to_check check (quiet_to >= 0 and quiet_to <= 1439),
  constraint settings_time_zone_check check (length(time_zone) >= 1 and length(time_zone) <= 64)
);
create index settings_digest on notifications.settings (fan_id) where digest;
-- The application may: select, insert, delete, update.

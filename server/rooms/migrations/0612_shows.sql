create schema shows;

-- Free one-to-one time that a model gives one fan. The link's token is worked out from `nonce` and the server's secret, so
-- that neither the nonce nor the hash opens anything.
create table shows.promo_link (
  id bigint generated always as identity primary key,
  model_id bigint not null,
  client_id uuid not null,
  -- Lower case; empty once it is forgotten.
  email text not null,
  nonce bytea not null,
  token_hash bytea not null unique,
  duration_s integer not null check (duration_s between 10 and 3600),
  used_s integer not null default 0 check (used_s between 0 and duration_s),
  -- The fan whose account had that email when the link was first opened.
  fan_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Used up or withdrawn, or expired and noticed: it opens nothing any more.
  closed_at timestamptz,
  withdrawn boolean not null default false,
  unique (model_id, client_id),
  check (used_s < duration_s or closed_at is not null),
  check (not withdrawn or closed_at is not null)
);
create index promo_link_model on shows.promo_link (model_id, id desc);
-- A fan finishes the minutes of one promo before the next one of the same model.
create unique index promo_link_open on shows.promo_link (fan_id, model_id) where fan_id is not null and closed_at is null;

-- One stretch of a room for one fan. It is kept by one process, which renews its lease while it meters.
create table shows.show (
  id bigint generated always as identity primary key,
  model_id bigint not null,
  fan_id bigint not null,
  type text not null check (type in ('private', 'vip', 'promo')),
  promo_link_id bigint references shows.promo_link,
  -- Seconds of the promo that were used before.
  used_before_s integer not null default 0 check (used_before_s >= 0),
  limit_s integer check (limit_s > 0),
  served_ms bigint not null default 0 check (served_ms >= 0),
  pause_reason text check (pause_reason in ('model_media_lost', 'fan_media_lost', 'model_paused')),
  started_at timestamptz not null,
  keeper uuid not null,
  lease_until timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used_up', 'fan_left', 'model_ended', 'model_left', 'withdrawn')),
  check ((type = 'promo') = (promo_link_id is not null)),
  check (type <> 'promo' or limit_s is not null),
  check (limit_s is null or served_ms <= limit_s * 1000::bigint),
  check ((ended_at is null) = (end_reason is null))
) with (fillfactor = 70);
create unique index show_open_model on shows.show (model_id) where ended_at is null;
create unique index show_open_fan on shows.show (fan_id) where ended_at is null;
create index show_fan on shows.show (fan_id, id desc);

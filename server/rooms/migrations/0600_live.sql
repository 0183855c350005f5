create schema live;

-- A model's room: her key to publish, her goal, and since when she is live.
create table live.room (
  model_id bigint primary key,
  slug text not null unique,
  stream_key text not null unique check (length(stream_key) >= 24),
  goal_title_en text,
  goal_title_es text,
  goal_target integer check (goal_target > 0),
  goal_started_at timestamptz,
  live_since timestamptz,
  check ((goal_target is null) = (goal_title_en is null)),
  check ((goal_target is null) = (goal_title_es is null)),
  check ((goal_target is null) = (goal_started_at is null))
);

create table live.gift (
  id integer primary key,
  name_en text not null,
  name_es text not null,
  image text not null,
  price integer not null check (price > 0)
);

-- One tip or gift. `idem_key` is the caller's id of the intent; the ledger's transfer carries the tokens.
create table live.tip (
  id uuid primary key default gen_random_uuid(),
  idem_key text not null unique,
  fan_id bigint not null,
  model_id bigint not null references live.room,
  tokens integer not null check (tokens > 0),
  gift_id integer references live.gift,
  message text not null default '' check (length(message) <= 200),
  anonymous boolean not null default false,
  transfer_id bigint not null unique,
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz not null
);
create index tip_model on live.tip (model_id, at) include (tokens);

-- What was said in a room. An anonymous author has no id.
create table live.line (
  id bigint generated always as identity primary key,
  model_id bigint not null references live.room,
  author_id bigint,
  author_name text not null,
  author_role text not null check (author_role in ('fan', 'model', 'system')),
  kind text not null check (kind in ('text', 'tip', 'gift', 'system')),
  body text not null check (length(body) <= 300),
  tokens integer check (tokens > 0),
  gift_id integer references live.gift,
  client_message_id text,
  at timestamptz not null,
  check ((kind in ('tip', 'gift')) = (tokens is not null)),
  check ((kind = 'gift') = (gift_id is not null))
);
create index line_room on live.line (model_id, id desc);
create unique index line_client_message on live.line (author_id, client_message_id) where client_message_id is not null;

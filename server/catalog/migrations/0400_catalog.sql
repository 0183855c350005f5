create schema catalog;
create extension if not exists pg_trgm;

create table catalog.gender (
  id smallint primary key,
  name_en text not null,
  name_es text not null
);
insert into catalog.gender values
  (1, 'Women', 'Mujeres'), (2, 'Men', 'Hombres'), (3, 'Trans', 'Trans'), (4, 'Couples', 'Parejas');

-- A model's public page. Its id is that of her account.
create table catalog.model (
  id bigint primary key,
  login text not null unique,
  artistic_name text not null,
  -- What search compares with: lower case, without accents.
  search_text text not null,
  gender_id smallint not null references catalog.gender,
  birth_date date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  languages text[] not null default '{}',
  bio_en text not null default '',
  bio_es text not null default '',
  topic_en text not null default '' check (length(topic_en) <= 120),
  topic_es text not null default '' check (length(topic_es) <= 120),
  earning_rank integer not null check (earning_rank > 0),
  -- Tokens per minute, and the least charge of a private show in tokens.
  rate_private integer not null check (rate_private > 0),
  rate_vip integer not null check (rate_vip > 0),
  rate_spy integer not null check (rate_spy > 0),
  rate_minimum integer not null default 0 check (rate_minimum >= 0),
  avatar text not null,
  portrait text not null,
  portrait_small text not null,
  tall text not null,
  thumbhash text not null default '',
  listed boolean not null default true,
  last_connection timestamptz
);
create index model_search on catalog.model using gin (search_text gin_trgm_ops);

-- What a room shows to everybody. One row a model, changed by whoever runs the room.
create table catalog.stream (
  model_id bigint primary key references catalog.model,
  status text not null default 'stopped' check (status in ('began', 'paused', 'stopped')),
  type text not null default 'public' check (type in ('public', 'private', 'vip', 'promo')),
  watchers integer not null default 0 check (watchers >= 0),
  began_at timestamptz,
  check (status <> 'stopped' or (type = 'public' and watchers = 0 and began_at is null))
) with (fillfactor = 70);

create table catalog.liked (
  fan_id bigint not null,
  model_id bigint not null references catalog.model,
  liked_at timestamptz not null default now(),
  primary key (fan_id, model_id)
);

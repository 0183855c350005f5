create schema content;

-- A video or a post of a model. Its clear files are private (media, thumb), the blurred one is a public file.
create table content.item (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('video', 'post')),
  model_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  body text not null default '' check (length(body) <= 5000),
  -- What search compares the title with: lower case, without accents.
  search_text text not null,
  media_type text not null check (media_type in ('picture', 'video')),
  price integer not null check (price between 0 and 100000),
  for_subscribers boolean not null default false,
  visible boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  media_key text not null,
  thumb_key text not null,
  blurred_key text not null,
  seconds integer check (seconds > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Names what a seed has brought, so that it is brought once.
  seed_key text unique,
  created_at timestamptz not null,
  -- What lists go by: an item that begins later is news then.
  published_at timestamptz not null generated always as (greatest(created_at, starts_at)) stored,
  -- Taken back by its model: only those who bought it find it.
  withdrawn_at timestamptz,
  check (kind = 'post' or media_type = 'video'),
  check ((media_type = 'video') = (seconds is not null)),
  check (ends_at > starts_at)
);
create index item_newest on content.item (kind, published_at desc, id desc) where withdrawn_at is null and visible;
create index item_of_model on content.item (model_id, kind, created_at desc, id desc) where withdrawn_at is null;

-- What a fan owns. Once a fan and item, whatever happens; the tokens moved in the same transaction.
create table content.purchase (
  fan_id bigint not null,
  item_id bigint not null references content.item,
  price integer not null check (price > 0),
  transfer_id bigint not null unique,
  balance_after bigint not null check (balance_after >= 0),
  -- The caller's id of the intent.
  idem_key text not null check (length(idem_key) between 1 and 160),
  bought_at timestamptz not null,
  primary key (fan_id, item_id),
  unique (fan_id, idem_key)
);
create index purchase_of_item on content.purchase (item_id);

create function content.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'CO001';
end $$;
create trigger final before update or delete on content.purchase
  for each row execute function content.refuse_change();
create trigger final_all before truncate on content.purchase
  for each statement execute function content.refuse_change();

-- Whom an item belongs to, what kind it is and what was sold of it never changes.
create function content.refuse_other_item() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.model_id, new.media_type, new.media_key, new.created_at)
    is distinct from (old.id, old.kind, old.model_id, old.media_type, old.media_key, old.created_at) then
    raise exception 'an item stays what it is' using errcode = 'CO001';
  end if;
  return new;
end $$;
create trigger stays before update on content.item for each row execute function content.refuse_other_item();

-- When a fan last looked at the videos or posts: what is newer is unseen.
create table content.visit (
  fan_id bigint not null,
  kind text not null check (kind in ('video', 'post')),
  visited_at timestamptz not null,
  primary key (fan_id, kind)
);

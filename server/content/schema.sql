-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table content.comment (
  id bigint generated always as identity not null,
  item_id bigint not null,
  author_id bigint not null,
  author_role text not null,
  -- "" once it is removed.
  body text not null,
  client_id uuid not null,
  written_at timestamptz not null,
  removed_at timestamptz,
  removed_by text,
  -- The model whose post it is under; the database fills it in.
  model_id bigint not null,
  constraint comment_pkey primary key (id),
  constraint comment_author_id_client_id_key unique (author_id, client_id),
  constraint comment_item_id_fkey foreign key (item_id) references content.item(id) on delete cascade,
  constraint body_written check (kit.is_written(body)),
  constraint comment_author_role_check check (author_role in ('fan', 'model')),
  constraint comment_body_check check (length(body) <= 500),
  constraint comment_check check ((removed_at is null) = (removed_by is null)),
  constraint comment_check1 check ((removed_at is null) = (body <> '')),
  constraint comment_removed_by_check check (removed_by in ('author', 'model', 'staff'))
);
create index comment_of_item on content.comment (item_id, id desc);
create index comment_of_model on content.comment (model_id, id desc) where removed_at is null;
create trigger by_customers before insert on content.comment for each row execute function content.refuse_strangers_comment();
create trigger not_muted before insert on content.comment for each row when (new.author_role = 'fan') execute function live.refuse_muted_comment();
create trigger stays before update on content.comment for each row execute function content.refuse_other_comment();
-- The application may: select, insert, delete, update.

create table content.comments_seen (
  model_id bigint not null,
  seen_id bigint not null,
  constraint comments_seen_pkey primary key (model_id),
  constraint comments_seen_seen_id_check check (seen_id > 0)
);
-- The application may: select, insert, delete, update.

create table content.item (
  id bigint generated always as identity not null,
  kind text not null,
  model_id bigint not null,
  title text not null,
  body text default '' not null,
  search_text text not null,
  media_type text not null,
  price integer not null,
  for_subscribers boolean default false not null,
  visible boolean default true not null,
  starts_at timestamptz,
  ends_at timestamptz,
  media_key text not null,
  thumb_key text not null,
  blurred_key text not null,
  seconds integer,
  width integer not null,
  height integer not null,
  seed_key text,
  created_at timestamptz not null,
  -- The later of `created_at` and `starts_at`; the database works it out.
  published_at timestamptz generated always as (greatest(created_at, starts_at)) stored not null,
  withdrawn_at timestamptz,
  -- Since when staff keep it from everybody.
  removed_at timestamptz,
  -- The id that its model's page made for it.
  client_id uuid,
  -- A public picture that its model chose for everybody.
  cover_key text,
  -- A public, silent film of 3 to 6 seconds that its model made for everybody.
  teaser_key text,
  teaser_seconds integer,
  constraint item_pkey primary key (id),
  constraint item_seed_key_key unique (seed_key),
  constraint body_written check (kit.is_written(body)),
  constraint item_body_check check (length(body) <= 5000),
  constraint item_check check (kind = 'post' or media_type = 'video'),
  constraint item_check1 check ((media_type = 'video') = (seconds is not null)),
  constraint item_check2 check (ends_at > starts_at),
  constraint item_height_check check (height > 0),
  constraint item_kind_check check (kind in ('video', 'post')),
  constraint item_media_type_check check (media_type in ('picture', 'video')),
  constraint item_price_check check (price >= 0 and price <= 100000),
  constraint item_removed_is_withdrawn check (removed_at is null or withdrawn_at is not null),
  constraint item_seconds_check check (seconds > 0),
  constraint item_teaser_short check (teaser_seconds is null or teaser_seconds >= 3 and teaser_seconds <= 6 and media_type = 'video' and (teaser_seconds * 2) <= seconds),
  constraint item_teaser_whole check ((teaser_key is null) = (teaser_seconds is null)),
  constraint item_title_check check (length(title) >= 1 and length(title) <= 120),
  constraint item_width_check check (width > 0),
  constraint item_window_is_apart check (cover_key <> media_key and cover_key <> thumb_key and cover_key <> blurred_key and teaser_key <> media_key and teaser_key <> thumb_key and teaser_key <> blurred_key),
  constraint item_window_is_public check (cover_key ~~ 'windows/%' and teaser_key ~~ 'windows/%'),
  constraint title_written check (kit.is_written(title))
);
create index item_newest on content.item (kind, published_at desc, id desc) where withdrawn_at is null and visible;
create unique index item_of_client on content.item (model_id, client_id) where client_id is not null;
create index item_of_model on content.item (model_id, kind, created_at desc, id desc) where withdrawn_at is null;
create index item_of_seller on content.item (model_id, kind, published_at desc, id desc) where withdrawn_at is null and visible;
create index item_search on content.item using gin (search_text gin_trgm_ops) where withdrawn_at is null and visible;
create trigger closes_window before insert or update on content.item for each row when (new.withdrawn_at is not null) execute function content.close_window();
create trigger stays before update on content.item for each row execute function content.refuse_other_item();
-- The application may: select, insert, delete, update.

create table content.post_like (
  item_id bigint not null,
  fan_id bigint not null,
  liked_at timestamptz not null,
  constraint post_like_pkey primary key (item_id, fan_id),
  constraint post_like_item_id_fkey foreign key (item_id) references content.item(id) on delete cascade
);
create index post_like_of_fan on content.post_like (fan_id);
create trigger by_customers before insert on content.post_like for each row execute function content.refuse_strangers_like();
-- The application may: select, insert, delete.

create table content.purchase (
  fan_id bigint not null,
  item_id bigint not null,
  price integer not null,
  transfer_id bigint not null,
  balance_after bigint not null,
  idem_key text not null,
  bought_at timestamptz not null,
  constraint purchase_pkey primary key (fan_id, item_id),
  constraint purchase_fan_id_idem_key_key unique (fan_id, idem_key),
  constraint purchase_transfer_id_key unique (transfer_id),
  constraint purchase_item_id_fkey foreign key (item_id) references content.item(id),
  constraint purchase_balance_after_check check (balance_after >= 0),
  constraint purchase_idem_key_check check (length(idem_key) >= 1 and length(idem_key) <= 255),
  constraint purchase_price_check check (price > 0)
);
create index purchase_of_item on content.purchase (item_id);
create trigger final before delete or update on content.purchase for each row execute function content.refuse_change();
create trigger final_all before truncate on content.purchase for each statement execute function content.refuse_change();
-- The application may: select, insert.

create table content.rating (
  item_id bigint not null,
  fan_id bigint not null,
  stars smallint not null,
  rated_at timestamptz not null,
  constraint rating_pkey primary key (item_id, fan_id),
  constraint rating_item_id_fkey foreign key (item_id) references content.item(id) on delete cascade,
  constraint rating_stars_check check (stars >= 1 and stars <= 5)
);
create index rating_of_fan on content.rating (fan_id);
create trigger by_buyers before insert or update on content.rating for each row execute function content.refuse_strangers_rating();
-- The application may: select, insert, delete, update (stars, rated_at).

create table content.visit (
  fan_id bigint not null,
  kind text not null,
  visited_at timestamptz not null,
  constraint visit_pkey primary key (fan_id, kind),
  constraint visit_kind_check check (kind in ('video', 'post'))
);
-- The application may: select, insert, delete, update.

create view content.apart as
 select ban.model_id,
    ban.fan_id
   from catalog.ban
union all
 select blocked.model_id,
    blocked.fan_id
   from catalog.blocked;

create view content.hidden_model as
 select fan_id,
    model_id
   from catalog.blocked;

create view content.seller as
 select id as model_id,
    gender_id,
    search_text
   from catalog.model
  where listed;

create function content.close_window()
returns trigger
language plpgsql
as $function$
begin
  new.cover_key := null;
  new.teaser_key := null;
  new.teaser_seconds := null;
  return new;
end $function$;

create function content.is_customer(item content.item, fan bigint, at timestamptz)
returns boolean
language sql
stable
as $function$
  with standing as (
    select
      exists (select from content.purchase where fan_id = fan and item_id = item.id) as bought,
      exists (
        select from content.purchase as purchase join content.item as other on other.id = purchase.item_id
        where purchase.fan_id = fan and other.model_id = item.model_id) as buyer,
      exists (
        select from subscriptions.subscription as subscription
        where subscription.fan_id = fan and subscription.model_id = item.model_id
          and subscription.state = 'running' and subscription.expire_at > at) as subscribed)
  select item.kind = 'post' and item.withdrawn_at is null
    and (buyer or subscribed)
    and (bought or item.price = 0 or item.for_subscribers and subscribed)
    and not exists (select from content.apart where model_id = item.model_id and fan_id = fan)
  from standing
$function$;

create function content.refuse_change()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'CO001';
end $function$;

create function content.refuse_other_comment()
returns trigger
language plpgsql
as $function$
begin
  if old.removed_at is not null
    or (new.id, new.item_id, new.model_id, new.author_id, new.author_role, new.client_id, new.written_at)
      is distinct from
      (old.id, old.item_id, old.model_id, old.author_id, old.author_role, old.client_id, old.written_at)
    or new.body not in (old.body, '') then
    raise exception 'a comment stays what it is' using errcode = 'CO001';
  end if;
  return new;
end $function$;

create function content.refuse_other_item()
returns trigger
language plpgsql
as $function$
begin
  if (new.id, new.kind, new.model_id, new.media_type, new.media_key, new.created_at)
    is distinct from (old.id, old.kind, old.model_id, old.media_type, old.media_key, old.created_at) then
    raise exception 'an item stays what it is' using errcode = 'CO001';
  end if;
  return new;
end $function$;

create function content.refuse_strangers_comment()
returns trigger
language plpgsql
as $function$
declare post content.item;
begin
  select * into post from content.item where id = new.item_id;
  if (case new.author_role when 'model' then post.kind = 'post' and post.model_id = new.author_id
        else content.is_customer(post, new.author_id, new.written_at) end) is not true then
    raise exception 'account % may not comment on item %', new.author_id, new.item_id using errcode = 'CO002';
  end if;
  new.model_id := post.model_id;
  return new;
end $function$;

create function content.refuse_strangers_like()
returns trigger
language plpgsql
as $function$
declare post content.item;
begin
  select * into post from content.item where id = new.item_id;
  if content.is_customer(post, new.fan_id, new.liked_at) is not true then
    raise exception 'fan % may not like item %', new.fan_id, new.item_id using errcode = 'CO002';
  end if;
  return new;
end $function$;

create function content.refuse_strangers_rating()
returns trigger
language plpgsql
as $function$
begin
  if not exists (select from content.purchase where fan_id = new.fan_id and item_id = new.item_id) then
    raise exception 'fan % may not rate item %', new.fan_id, new.item_id using errcode = 'CO002';
  end if;
  return new;
end $function$;

-- What subscribers and buyers, and the model themselves, say of a post. What was removed has no text any more.
create table content.comment (
  id bigint generated always as identity primary key,
  item_id bigint not null references content.item on delete cascade,
  author_id bigint not null,
  author_role text not null check (author_role in ('fan', 'model')),
  body text not null check (length(body) <= 500),
  -- Made by the author's page: the same id is the same comment.
  client_id uuid not null,
  written_at timestamptz not null,
  removed_at timestamptz,
  removed_by text check (removed_by in ('author', 'model', 'staff')),
  unique (author_id, client_id),
  check ((removed_at is null) = (removed_by is null)),
  check ((removed_at is null) = (body <> ''))
);
create index comment_of_item on content.comment (item_id, id desc);

-- Whose heart a post has.
create table content.post_like (
  item_id bigint not null references content.item on delete cascade,
  fan_id bigint not null,
  liked_at timestamptz not null,
  primary key (item_id, fan_id)
);
create index post_like_of_fan on content.post_like (fan_id);

-- Fans and models who have nothing to do with each other, whichever of the two wanted it so.
create view content.apart as
select model_id, fan_id from catalog.ban
union all
select model_id, fan_id from catalog.blocked;

-- Whether a fan may say something of a post or like it: one of its model's customers (subscribed, or a buyer of anything
-- of theirs) to whom it is open, when neither of the two has blocked the other.
create function content.is_customer(item content.item, fan bigint, at timestamptz) returns boolean
language sql stable as $$
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
$$;

create function content.refuse_strangers_comment() returns trigger language plpgsql as $$
declare post content.item;
begin
  select * into post from content.item where id = new.item_id;
  if (case new.author_role when 'model' then post.kind = 'post' and post.model_id = new.author_id
        else content.is_customer(post, new.author_id, new.written_at) end) is not true then
    raise exception 'account % may not comment on item %', new.author_id, new.item_id using errcode = 'CO002';
  end if;
  return new;
end $$;
create trigger by_customers before insert on content.comment
  for each row execute function content.refuse_strangers_comment();

create function content.refuse_strangers_like() returns trigger language plpgsql as $$
declare post content.item;
begin
  select * into post from content.item where id = new.item_id;
  if content.is_customer(post, new.fan_id, new.liked_at) is not true then
    raise exception 'fan % may not like item %', new.fan_id, new.item_id using errcode = 'CO002';
  end if;
  return new;
end $$;
create trigger by_customers before insert on content.post_like
  for each row execute function content.refuse_strangers_like();

-- A comment is never put into another's mouth, nor brought back.
create function content.refuse_other_comment() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null
    or (new.id, new.item_id, new.author_id, new.author_role, new.client_id, new.written_at)
      is distinct from (old.id, old.item_id, old.author_id, old.author_role, old.client_id, old.written_at)
    or new.body not in (old.body, '') then
    raise exception 'a comment stays what it is' using errcode = 'CO001';
  end if;
  return new;
end $$;
create trigger stays before update on content.comment
  for each row execute function content.refuse_other_comment();

-- What everybody sees of an item before they own it: files of their own beside the paid ones, by the model's choice.
alter table content.item
  add column cover_key text,
  add column teaser_key text,
  add column teaser_seconds integer,
  add constraint item_window_is_apart check (
    cover_key not in (media_key, thumb_key, blurred_key) and teaser_key not in (media_key, thumb_key, blurred_key)),
  add constraint item_window_is_public check (cover_key like 'windows/%' and teaser_key like 'windows/%'),
  add constraint item_teaser_whole check ((teaser_key is null) = (teaser_seconds is null)),
  add constraint item_teaser_short check (
    teaser_seconds is null
    or teaser_seconds between 3 and 6 and media_type = 'video' and teaser_seconds * 2 <= seconds);

comment on column content.item.cover_key is 'A public picture that its model chose for everybody.';
comment on column content.item.teaser_key is 'A public, silent film of 3 to 6 seconds that its model made for everybody.';

-- Whoever takes an item back, its model, staff or the end of an account: nothing of it is shown to everybody any more.
create function content.close_window() returns trigger language plpgsql as $$
begin
  new.cover_key := null;
  new.teaser_key := null;
  new.teaser_seconds := null;
  return new;
end $$;
create trigger closes_window before insert or update on content.item
  for each row when (new.withdrawn_at is not null) execute function content.close_window();

-- What buyers think of an item.
create table content.rating (
  item_id bigint not null references content.item on delete cascade,
  fan_id bigint not null,
  stars smallint not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  primary key (item_id, fan_id)
);
create index rating_of_fan on content.rating (fan_id);

create function content.refuse_strangers_rating() returns trigger language plpgsql as $$
begin
  if not exists (select from content.purchase where fan_id = new.fan_id and item_id = new.item_id) then
    raise exception 'fan % may not rate item %', new.fan_id, new.item_id using errcode = 'CO002';
  end if;
  return new;
end $$;
create trigger by_buyers before insert or update on content.rating
  for each row execute function content.refuse_strangers_rating();

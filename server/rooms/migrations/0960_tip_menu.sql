-- What a model offers for a tip. A row never changes its words or price, so that an old tip still says what was asked
-- for: a changed item is another row, and the one before is only taken off the menu.
create table live.menu_item (
  id bigint generated always as identity primary key,
  model_id bigint not null references live.room,
  position integer not null,
  title_en text not null check (length(title_en) <= 60),
  title_es text not null check (length(title_es) <= 60),
  price integer not null check (price between 1 and 1000000),
  added_at timestamptz not null,
  removed_at timestamptz,
  unique (model_id, id)
);
create index menu_item_offered on live.menu_item (model_id, position) where removed_at is null;

-- An item is paid at its price, to the model who offers it.
alter table live.tip add column menu_item_id bigint,
  add foreign key (model_id, menu_item_id) references live.menu_item (model_id, id),
  add check (menu_item_id is null or gift_id is null);
alter table live.line add column menu_item_id bigint,
  add foreign key (model_id, menu_item_id) references live.menu_item (model_id, id),
  add check (menu_item_id is null or kind = 'tip');

-- What fans look for and want to be told of: a list's search and filters, empty or null where they narrow nothing. Each fan
-- has each of them once, however often it is saved. `told_at` is when they were last told of somebody whom it finds.
create table notifications.saved_search (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  gender_id smallint not null,
  search text not null check (length(search) <= 100),
  tags text[] not null check (cardinality(tags) <= 5),
  languages text[] not null check (cardinality(languages) <= 5),
  country text not null check (country ~ '^([A-Z]{2})?$'),
  age_min smallint,
  age_max smallint,
  rate_min integer,
  rate_max integer,
  only_new boolean not null,
  saved_at timestamptz not null,
  told_at timestamptz check (told_at >= saved_at),
  unique nulls not distinct (fan_id, gender_id, search, tags, languages, country, age_min, age_max, rate_min, rate_max,
    only_new)
);
create index saved_search_of_gender on notifications.saved_search (gender_id, id);

-- Fans are also told of whom these find.
alter table notifications.item
  drop constraint item_kind_check,
  drop constraint item_about_a_model,
  add constraint item_kind_check check (
    kind in (
      'live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'tokens_returned',
      'tokens_back', 'reward', 'reward_cancelled', 'search_live', 'search_new'
    )
  ),
  add constraint item_about_a_model check (
    (kind in ('live', 'public_again', 'show_ended', 'subscribed', 'renews_soon', 'price_question', 'search_live',
      'search_new')) = (model_id is not null)
  );

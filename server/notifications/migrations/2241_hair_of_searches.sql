-- Saved searches may ask for colours of hair.
alter table notifications.saved_search
  add column hair text[] default '{}'::text[] not null,
  add constraint saved_search_hair_check check (cardinality(hair) <= 2),
  drop constraint saved_search_fan_id_gender_id_search_tags_languages_country_key,
  add constraint saved_search_same unique nulls not distinct (fan_id, gender_id, search, tags, languages, hair, country, age_min, age_max, rate_min, rate_max, only_new);

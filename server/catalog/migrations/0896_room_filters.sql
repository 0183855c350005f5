-- What lists are narrowed by beside the gender, each in an index of its own. `approved_at` is when staff listed a model;
-- unknown for those who were listed before it was kept, and they count as not new.
alter table catalog.model
  add column tags text[] not null default '{}' check (cardinality(tags) <= 5),
  add column approved_at timestamptz;

create index model_tags on catalog.model using gin (tags) where listed;
create index model_languages on catalog.model using gin (languages) where listed;
create index model_country on catalog.model (gender_id, country, last_connection desc nulls last, id) where listed;
create index model_birth on catalog.model (gender_id, birth_date) where listed;
create index model_rate on catalog.model (gender_id, rate_private, id) where listed;
create index model_approved on catalog.model (gender_id, approved_at desc nulls last, id) where listed;

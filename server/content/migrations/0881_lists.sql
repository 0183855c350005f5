-- Whose items may be listed, by gender, and what they are searched by: read together with the items, so that a page costs
-- what it shows.
create view content.seller as
select id as model_id, gender_id, search_text from catalog.model where listed;

create extension if not exists pg_trgm;
create index item_search on content.item using gin (search_text gin_trgm_ops) where withdrawn_at is null and visible;
create index item_of_seller on content.item (model_id, kind, published_at desc, id desc)
  where withdrawn_at is null and visible;

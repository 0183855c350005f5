-- What rooms are found by beside their names: topic and bio in both languages, without accents and case, as `searchKey`
-- makes them. Worked out here, so that no writer can forget it.
alter table catalog.model
  add column found_text text not null generated always as (
    lower(regexp_replace(
      normalize(
        artistic_name || ' ' || login || ' ' || topic_en || ' ' || topic_es || ' ' || bio_en || ' ' || bio_es, nfd),
      '[\u0300-\u036f]', '', 'g'))) stored;
create index model_found on catalog.model using gin (found_text gin_trgm_ops) where listed;

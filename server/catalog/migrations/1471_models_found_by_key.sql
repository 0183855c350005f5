-- Models are found by the same key as everything: names, and the words of topic and bio.
update catalog.model set search_text = kit.search_key(artistic_name || ' ' || login)
where search_text <> '' and search_text <> kit.search_key(artistic_name || ' ' || login);
alter table catalog.model
  drop column found_words,
  add column found_words tsvector not null generated always as (
    to_tsvector('simple'::regconfig, regexp_replace(
      kit.search_key(topic_en || ' ' || topic_es || ' ' || bio_en || ' ' || bio_es), '[^[:alnum:]]+', ' ', 'g'))) stored;
create index model_words on catalog.model using gin (found_words) where listed;
update catalog.on_air set found_words = model.found_words from catalog.model where model.id = on_air.id;

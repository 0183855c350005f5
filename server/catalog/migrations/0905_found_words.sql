-- What rooms are found by beside their names: the words of topic and bio in both languages, without accents and case. Words
-- in place of the text: the database knows how common each is, and so whether to go by them or by the order of the list.
alter table catalog.model
  drop column found_text,
  add column found_words tsvector not null generated always as (
    to_tsvector('simple'::regconfig, regexp_replace(
      regexp_replace(
        normalize(topic_en || ' ' || topic_es || ' ' || bio_en || ' ' || bio_es, nfd), '[\u0300-\u036f]', '', 'g'),
      '[^[:alnum:]]+', ' ', 'g'))) stored;
create index model_words on catalog.model using gin (found_words) where listed;

-- Whom lists of a gender may show, found by id without her whole row.
create index model_listed on catalog.model (id) include (gender_id) where listed;

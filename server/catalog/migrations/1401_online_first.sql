-- Of those who are away the lists show who is online first, and then who was seen last. The new indexes have that order, and
-- the old ones are no longer of use.
drop index catalog.model_seen;
create index model_seen on catalog.model (gender_id, online desc, last_connection desc nulls last, id) where listed;
drop index catalog.model_country;
create index model_country on catalog.model (gender_id, country, online desc, last_connection desc nulls last, id)
  where listed;

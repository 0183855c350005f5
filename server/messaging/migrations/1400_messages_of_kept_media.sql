-- A picture or video that somebody has bought outlives its message. Which message that was stays known: what was reported
-- can be taken from its buyers when its author has taken it back.
alter table messaging.media add column taken_from bigint;
create index media_taken_from on messaging.media (taken_from) where taken_from is not null;

create function messaging.keep_message_number() returns trigger language plpgsql as $$
begin
  update messaging.media as media set taken_from = taken.id from taken where media.id = taken.media_id;
  return null;
end $$;
create trigger keep_message_number after delete on messaging.message referencing old table as taken
  for each statement execute function messaging.keep_message_number();

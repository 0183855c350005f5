-- A message may answer an earlier one of its chat. When that one is taken back, the answer stays without it.
alter table messaging.message add column reply_to bigint references messaging.message on delete set null;
create index message_reply on messaging.message (reply_to) where reply_to is not null;
create function messaging.guard_reply() returns trigger language plpgsql as $$
begin
  if not exists (select from messaging.message where id = new.reply_to and chat_id = new.chat_id) then
    raise exception 'a message answers one of its own chat' using errcode = 'ME002';
  end if;
  return new;
end $$;
create trigger guard_reply before insert on messaging.message
  for each row when (new.reply_to is not null) execute function messaging.guard_reply();

-- Words of a chat are found without accents and case, and by chat: the index holds both.
create extension if not exists btree_gin;
create function messaging.words_of(body text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(
    regexp_replace(normalize(body, nfd), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'));
create index message_words on messaging.message using gin (chat_id, messaging.words_of(body)) where body <> '';

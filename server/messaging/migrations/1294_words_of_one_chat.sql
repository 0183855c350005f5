-- A search within a chat finds the beginnings of words, and an index reads every entry that begins so: of a common word
-- millions, when chats share them. Each word is kept with its chat, so that only those of that chat are read.
create function messaging.words_in(chat_id bigint, body text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(
    regexp_replace(regexp_replace(normalize(body, nfd), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'),
    '[^ ]+', 'c' || chat_id || 'x\&', 'g'));
revoke execute on function messaging.words_in from public;
create index message_words_of_chat on messaging.message using gin (messaging.words_in(chat_id, body)) where body <> '';
drop index messaging.message_words;
-- messaging.words_of stays: nodes that still run the version before search by it.

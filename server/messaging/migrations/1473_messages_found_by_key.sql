-- Messages are found by the same key as everything.
create or replace function messaging.words_in(chat_id bigint, body text) returns tsvector
  language sql immutable parallel unsafe
  return to_tsvector('simple'::regconfig, regexp_replace(
    regexp_replace(kit.search_key(body), '[^[:alnum:]]+', ' ', 'g'), '[^ ]+', 'c' || chat_id || 'x\&', 'g'));
reindex index messaging.message_words_of_chat;

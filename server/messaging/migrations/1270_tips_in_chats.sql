-- A tip or gift that a fan gave in a chat stands there as a message of its own, one for each transfer; `body` is the
-- fan's note. `tip_gift`: the gift as it was then ({id, name_en, name_es, image, quantity}); null for a plain tip.
alter table messaging.message
  add column tip_transfer_id bigint,
  add column tip_tokens integer check (tip_tokens > 0),
  add column tip_gift jsonb check (jsonb_typeof(tip_gift) = 'object'),
  drop constraint message_check1,
  add constraint message_says_something check (type <> 'text' or body <> '' or tip_transfer_id is not null),
  add constraint message_tip check (
    (tip_transfer_id is null) = (tip_tokens is null)
    and (tip_transfer_id is not null or tip_gift is null)
    and (tip_transfer_id is null
      or (author = 'fan' and type = 'text' and mass_message_id is null and reply_to is null)));
create unique index message_tip on messaging.message (tip_transfer_id) where tip_transfer_id is not null;

create function messaging.keep_tip() returns trigger language plpgsql as $$
begin
  raise exception 'what was given stays as it was given' using errcode = 'ME001';
end $$;
create trigger keep_tip before update on messaging.message
  for each row
  when ((old.tip_transfer_id, old.tip_tokens, old.tip_gift) is distinct from
        (new.tip_transfer_id, new.tip_tokens, new.tip_gift)
    or old.tip_transfer_id is not null and (old.chat_id, old.author, old.body) is distinct from
        (new.chat_id, new.author, new.body))
  execute function messaging.keep_tip();

create schema messaging;
-- Words of a chat are found without accents and case, and by chat: the index holds both.
create extension if not exists btree_gin;

-- Messages are found by the same key as everything.
-- How many words begin so is guessed far too high: a parallel search would start two more processes for a millisecond.
create function messaging.words_in(chat_id bigint, body text)
returns tsvector
language sql
immutable
return to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(kit.search_key(body), '[^[:alnum:]]+', ' ', 'g'), '[^ ]+', (('c' || chat_id) || 'x\&'), 'g'));

create function messaging.words_of(body text)
returns tsvector
language sql
immutable parallel safe
return to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(normalize(body, nfd), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'));

-- What a fan and a model say to each other: one chat for the two. `…_read_to` is the last message that a side has seen.
-- `fan_hidden_at` is set while the fan has the chat out of the list; the next message brings it back.
create table messaging.chat (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  model_id bigint not null,
  in_folders text[] default '{}'::text[] not null,
  fan_read_to bigint default 0 not null,
  model_read_to bigint default 0 not null,
  fan_hidden_at timestamptz,
  -- When the newest message came, or when the chat was opened.
  active_at timestamptz not null,
  created_at timestamptz not null,
  -- How many messages each side of a chat has not read, and how many a model has not read in all of them. The database
  -- keeps the numbers itself: the application may not write them, and messaging.unread_problems() compares them with what
  -- they count.
  fan_unread integer default 0 not null,
  model_unread integer default 0 not null,
  constraint chat_pkey primary key (id),
  constraint chat_fan_id_model_id_key unique (fan_id, model_id),
  constraint chat_id_fan_id_key unique (id, fan_id),
  constraint chat_fan_unread_check check (fan_unread >= 0),
  constraint chat_model_unread_check check (model_unread >= 0)
);
create index chat_fan on messaging.chat (fan_id, active_at desc, id desc);
-- A fan's sum reads only the chats that have something new.
create index chat_fan_unread on messaging.chat (fan_id) include (fan_unread) where fan_unread > 0 and fan_hidden_at is null;
create index chat_model on messaging.chat (model_id, active_at desc, id desc);

-- A picture or video of a chat. It outlives its message once it is bought. `broken`: the file held neither picture nor
-- video; `gone`: its files are deleted, and what stays is what a purchase refers to.
create table messaging.media (
  id bigint generated always as identity not null,
  chat_id bigint,
  message_type text not null,
  kind text not null,
  state text not null,
  file_key text,
  thumb_key text,
  blurred_key text,
  width integer,
  height integer,
  seconds integer,
  price integer,
  description text default '' not null,
  created_at timestamptz not null,
  of_model bigint,
  mass_message_id bigint,
  -- A picture or video that somebody has bought outlives its message. Which message that was stays known: what was reported
  -- can be taken from its buyers when its author has taken it back.
  taken_from bigint,
  -- Why a video that was sent cannot be shown; null: from before that was kept, or it can be.
  broken_reason text,
  constraint media_pkey primary key (id),
  constraint media_id_chat_id_message_type_key unique (id, chat_id, message_type),
  constraint media_id_message_type_key unique (id, message_type),
  constraint media_chat_id_fkey foreign key (chat_id) references messaging.chat(id),
  constraint broken_has_reason check (broken_reason is null or (state in ('broken', 'gone'))),
  constraint description_written check (kit.is_written(description)),
  constraint media_broken_reason_check check (broken_reason in ('not_a_video', 'video_broken', 'no_video_track', 'codec', 'too_long')),
  constraint media_check check ((message_type = 'paid_media') = (price is not null)),
  constraint media_check1 check (state <> 'ready' or file_key is not null),
  constraint media_check2 check (state <> 'gone' or file_key is null and thumb_key is null and blurred_key is null),
  constraint media_check3 check ((chat_id is null) = (of_model is not null)),
  constraint media_check4 check (mass_message_id is null or chat_id is not null),
  constraint media_description_check check (length(description) <= 500),
  constraint media_height_check check (height > 0),
  constraint media_kind_check check (kind in ('picture', 'video')),
  constraint media_message_type_check check (message_type in ('media', 'paid_media')),
  constraint media_price_check check (price >= 1 and price <= 100000),
  constraint media_seconds_check check (seconds >= 0),
  constraint media_state_check check (state in ('processing', 'ready', 'broken', 'gone')),
  constraint media_width_check check (width > 0)
);
create index media_blurred_key on messaging.media (blurred_key) where blurred_key is not null;
create index media_chat on messaging.media (chat_id, id desc);
-- The sweep of the files asks of each key whether a picture or video has it.
create index media_file_key on messaging.media (file_key) where file_key is not null;
create index media_mass on messaging.media (mass_message_id) where mass_message_id is not null;
create index media_of_model on messaging.media (of_model) where of_model is not null;
create index media_taken_from on messaging.media (taken_from) where taken_from is not null;
create index media_thumb_key on messaging.media (thumb_key) where thumb_key is not null;

-- One text to many, each of whom has it as a message in the chat with the model.
create table messaging.mass_message (
  id bigint generated always as identity not null,
  model_id bigint not null,
  client_id uuid not null,
  audience text not null,
  body text not null,
  recipients integer not null,
  created_at timestamptz not null,
  taken_back_at timestamptz,
  -- A message to many is written down first and goes out by a job: at once, or at its time. The one to `new_subscribers`
  -- stands until it is ended, and goes to each of them as they come.
  item_id bigint,
  media_id bigint,
  due_at timestamptz not null,
  -- When its recipients were listed, and when the last of them had it.
  started_at timestamptz,
  finished_at timestamptz,
  -- Why it never went out.
  failure text,
  constraint mass_message_pkey primary key (id),
  constraint mass_message_media_id_key unique (media_id),
  constraint mass_message_model_id_client_id_key unique (model_id, client_id),
  constraint mass_message_media_id_fkey foreign key (media_id) references messaging.media(id),
  constraint body_written check (kit.is_written(body)),
  constraint mass_message_audience_check check (audience in ('everybody', 'favourites', 'subscribers', 'buyers', 'new_subscribers')),
  constraint mass_message_body_check check (length(body) <= 2000),
  constraint mass_message_check check ((audience = 'buyers') = (item_id is not null)),
  constraint mass_message_check1 check (finished_at is null or started_at is not null or failure is not null),
  constraint mass_message_failure_check check (failure in ('not_listed', 'broken_file')),
  constraint mass_message_recipients_check check (recipients >= 0)
);
create index mass_message_model on messaging.mass_message (model_id, id desc);
create index mass_message_open on messaging.mass_message (due_at) where finished_at is null and audience <> 'new_subscribers';
create unique index mass_message_welcome on messaging.mass_message (model_id) where audience = 'new_subscribers' and finished_at is null;

-- Who gets a message to many: each of them once, whatever is repeated. A welcome names its model, from whom a fan gets one.
create table messaging.mass_recipient (
  mass_message_id bigint not null,
  fan_id bigint not null,
  welcome_of bigint,
  state text not null,
  chat_id bigint,
  message_id bigint,
  constraint mass_recipient_pkey primary key (mass_message_id, fan_id),
  constraint mass_recipient_welcome_of_fan_id_key unique (welcome_of, fan_id),
  constraint mass_recipient_mass_message_id_fkey foreign key (mass_message_id) references messaging.mass_message(id),
  constraint mass_recipient_check check ((state = 'sent') = (message_id is not null and chat_id is not null)),
  constraint mass_recipient_state_check check (state in ('waiting', 'sent', 'skipped'))
);
create index mass_recipient_fan on messaging.mass_recipient (fan_id);
create index mass_recipient_waiting on messaging.mass_recipient (mass_message_id, fan_id) where state = 'waiting';

-- Only models sell. The same `temp_id` of an author in a chat is the same message.
create table messaging.message (
  id bigint generated always as identity not null,
  chat_id bigint not null,
  author text not null,
  type text not null,
  body text default '' not null,
  media_id bigint,
  mass_message_id bigint,
  temp_id text,
  sent_at timestamptz not null,
  updated_at timestamptz not null,
  -- A message may answer an earlier one of its chat. When that one is taken back, the answer stays without it.
  reply_to bigint,
  -- A tip or gift that a fan gave in a chat stands there as a message of its own, one for each transfer; `body` is the
  -- fan's note. `tip_gift`: the gift as it was then ({id, name_en, name_es, image, quantity}); null for a plain tip.
  tip_transfer_id bigint,
  tip_tokens integer,
  tip_gift jsonb,
  constraint message_pkey primary key (id),
  constraint message_media_id_key unique (media_id),
  constraint message_chat_id_fkey foreign key (chat_id) references messaging.chat(id),
  constraint message_mass_message_id_fkey foreign key (mass_message_id) references messaging.mass_message(id),
  constraint message_media_id_type_fkey foreign key (media_id, type) references messaging.media(id, message_type),
  constraint message_reply_to_fkey foreign key (reply_to) references messaging.message(id) on delete set null,
  constraint body_written check (kit.is_written(body)),
  constraint message_author_check check (author in ('fan', 'model')),
  constraint message_body_check check (length(body) <= 2000),
  constraint message_check check ((type = 'text') = (media_id is null)),
  constraint message_check2 check (type <> 'paid_media' or author = 'model'),
  constraint message_check3 check (mass_message_id is null or author = 'model'),
  constraint message_says_something check (type <> 'text' or body <> '' or tip_transfer_id is not null),
  constraint message_temp_id_check check (length(temp_id) >= 1 and length(temp_id) <= 64),
  constraint message_tip check ((tip_transfer_id is null) = (tip_tokens is null) and (tip_transfer_id is not null or tip_gift is null) and (tip_transfer_id is null or author = 'fan' and type = 'text' and mass_message_id is null and reply_to is null)),
  constraint message_tip_gift_check check (jsonb_typeof(tip_gift) = 'object'),
  constraint message_tip_tokens_check check (tip_tokens > 0),
  constraint message_type_check check (type in ('text', 'media', 'paid_media'))
);
create index message_chat on messaging.message (chat_id, id desc);
create unique index message_mass on messaging.message (mass_message_id, chat_id) where mass_message_id is not null;
create index message_reply on messaging.message (reply_to) where reply_to is not null;
create unique index message_temp on messaging.message (chat_id, author, temp_id) where temp_id is not null;
create unique index message_tip on messaging.message (tip_transfer_id) where tip_transfer_id is not null;
create index message_words_of_chat on messaging.message using gin (messaging.words_in(chat_id, body)) where body <> '';

-- A model may have very many chats with something new. Her number lies in sixteen parts, so that fans who write to her at
-- once do not wait for each other.
create table messaging.model_unread (
  model_id bigint not null,
  part smallint not null,
  messages bigint not null,
  constraint model_unread_pkey primary key (model_id, part),
  constraint model_unread_messages_check check (messages >= 0),
  constraint model_unread_part_check check (part >= 0 and part <= 15)
) with (fillfactor=50);

-- A fan owns a picture or video that was for sale in one of the fan's own chats. Bought once, and for ever.
create table messaging.purchase (
  id bigint generated always as identity not null,
  media_id bigint not null,
  chat_id bigint not null,
  fan_id bigint not null,
  message_type text default 'paid_media' not null,
  idem_key text not null,
  tokens integer not null,
  transfer_id bigint not null,
  balance_after bigint not null,
  at timestamptz not null,
  constraint purchase_pkey primary key (id),
  constraint purchase_fan_id_media_id_key unique (fan_id, media_id),
  constraint purchase_idem_key_key unique (idem_key),
  constraint purchase_transfer_id_key unique (transfer_id),
  constraint purchase_chat_id_fan_id_fkey foreign key (chat_id, fan_id) references messaging.chat(id, fan_id),
  constraint purchase_media_id_chat_id_message_type_fkey foreign key (media_id, chat_id, message_type) references messaging.media(id, chat_id, message_type),
  constraint purchase_balance_after_check check (balance_after >= 0),
  constraint purchase_message_type_check check (message_type = 'paid_media'),
  constraint purchase_tokens_check check (tokens > 0)
);
create index purchase_media on messaging.purchase (media_id);

-- The models in whose chats only their subscribers write. Of the others every fan may.
create table messaging.subscribers_only (
  model_id bigint not null,
  since timestamptz not null,
  constraint subscribers_only_pkey primary key (model_id)
);

-- Words that somebody does not want to be sent: a message to them that has one is refused.
create table messaging.word_filter (
  person_id bigint not null,
  words text[] not null,
  changed_at timestamptz not null,
  constraint word_filter_pkey primary key (person_id),
  constraint word_filter_words_check check (cardinality(words) >= 1 and cardinality(words) <= 50),
  constraint words_written check (kit.are_written(words) and not ('' = any (words)))
);

alter table messaging.media add constraint media_mass_message_id_fkey foreign key (mass_message_id) references messaging.mass_message(id);

-- The functions work as the owner of the tables, who alone may write the numbers.
create function messaging.add_up_model()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  update messaging.model_unread set messages = messages + new.model_unread - old.model_unread
  where model_id = new.model_id and part = new.id % 16;
  if not found then
    insert into messaging.model_unread as kept (model_id, part, messages)
    values (new.model_id, new.id % 16, new.model_unread - old.model_unread)
    on conflict (model_id, part) do update set messages = kept.messages + excluded.messages;
  end if;
  return null;
end $function$;

create function messaging.begin_read()
returns trigger
language plpgsql
as $function$
begin
  new.fan_unread := 0;
  new.model_unread := 0;
  return new;
end $function$;

create function messaging.count_added()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  perform from messaging.chat where id in (select chat_id from added) order by id for no key update;
  update messaging.chat set fan_unread = fan_unread + more.of_model, model_unread = model_unread + more.of_fan
  from (
    select chat_id, count(*) filter (where author = 'model') as of_model, count(*) filter (where author = 'fan') as of_fan
    from added group by chat_id) as more
  where chat.id = more.chat_id;
  return null;
end $function$;

create function messaging.count_removed()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  -- Locked before their marks are read, so that nobody moves one in between.
  perform from messaging.chat where id in (select chat_id from removed) order by id for no key update;
  update messaging.chat set fan_unread = fan_unread - gone.of_model, model_unread = model_unread - gone.of_fan
  from (
    select chat.id,
      count(*) filter (where removed.author = 'model' and removed.id > chat.fan_read_to) as of_model,
      count(*) filter (where removed.author = 'fan' and removed.id > chat.model_read_to) as of_fan
    from removed join messaging.chat as chat on chat.id = removed.chat_id
    group by chat.id) as gone
  where chat.id = gone.id and gone.of_model + gone.of_fan > 0;
  return null;
end $function$;

-- The chat's row is locked when this runs, and a transaction that adds a message has it locked too: none is missed.
create function messaging.count_unread()
returns trigger
language plpgsql
security definer
set search_path to 'pg_catalog', 'pg_temp'
as $function$
begin
  if new.fan_read_to <> old.fan_read_to then
    new.fan_unread := (select count(*) from messaging.message
      where chat_id = new.id and author = 'model' and id > new.fan_read_to);
  end if;
  if new.model_read_to <> old.model_read_to then
    new.model_unread := (select count(*) from messaging.message
      where chat_id = new.id and author = 'fan' and id > new.model_read_to);
  end if;
  return new;
end $function$;

create function messaging.guard_reply()
returns trigger
language plpgsql
as $function$
begin
  if not exists (select from messaging.message where id = new.reply_to and chat_id = new.chat_id) then
    raise exception 'a message answers one of its own chat' using errcode = 'ME002';
  end if;
  return new;
end $function$;

create function messaging.keep_delivery()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'who has a message to many keeps it' using errcode = 'ME001';
end $function$;

create function messaging.keep_message_number()
returns trigger
language plpgsql
as $function$
begin
  update messaging.media as media set taken_from = taken.id from taken where media.id = taken.media_id;
  return null;
end $function$;

create function messaging.keep_tip()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'what was given stays as it was given' using errcode = 'ME001';
end $function$;

create function messaging.refuse_change()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'ME001';
end $function$;

-- What is kept and does not fit what it counts, one line each, at most 20 of each sort.
create function messaging.unread_problems()
returns setof text
language sql
stable
as $function$
  with counted as (
    select id, model_id, fan_unread, model_unread,
      (select count(*) from messaging.message as m
       where m.chat_id = chat.id and m.author = 'model' and m.id > fan_read_to) as of_model,
      (select count(*) from messaging.message as m
       where m.chat_id = chat.id and m.author = 'fan' and m.id > model_read_to) as of_fan
    from messaging.chat as chat),
  summed as (select model_id, sum(model_unread) as messages from counted group by model_id),
  kept as (select model_id, sum(messages) as messages from messaging.model_unread group by model_id)
  (select format('chat %s: %s and %s unread, %s and %s counted', id, fan_unread, model_unread, of_model, of_fan)
   from counted where (fan_unread, model_unread) <> (of_model, of_fan) limit 20)
  union all
  (select format('model %s: %s unread, %s in the chats', model_id, coalesce(kept.messages, 0), coalesce(summed.messages, 0))
   from summed full join kept using (model_id)
   where coalesce(kept.messages, 0) <> coalesce(summed.messages, 0) limit 20)
$function$;

create trigger final before delete or update on messaging.purchase for each row execute function messaging.refuse_change();

create trigger final_all before truncate on messaging.purchase for each statement execute function messaging.refuse_change();

create trigger delivered before update on messaging.mass_recipient for each row when (old.state <> 'waiting') execute function messaging.keep_delivery();

create trigger add_up_model after update on messaging.chat for each row when (old.model_unread <> new.model_unread) execute function messaging.add_up_model();

create trigger begin_read before insert on messaging.chat for each row execute function messaging.begin_read();

create trigger count_unread before update of fan_read_to, model_read_to on messaging.chat for each row execute function messaging.count_unread();

create trigger count_added after insert on messaging.message referencing new table as added for each statement execute function messaging.count_added();

create trigger count_removed after delete on messaging.message referencing old table as removed for each statement execute function messaging.count_removed();

create trigger guard_reply before insert on messaging.message for each row when (new.reply_to is not null) execute function messaging.guard_reply();

create trigger keep_message_number after delete on messaging.message referencing old table as taken for each statement execute function messaging.keep_message_number();

create trigger keep_tip before update on messaging.message for each row when (old.tip_transfer_id is distinct from new.tip_transfer_id or old.tip_tokens is distinct from new.tip_tokens or old.tip_gift is distinct from new.tip_gift or old.tip_transfer_id is not null and (old.chat_id is distinct from new.chat_id or old.author is distinct from new.author or old.body is distinct from new.body)) execute function messaging.keep_tip();

-- Those that work with their owner's rights are nobody's to call but the application's.
revoke execute on all functions in schema messaging from public;

comment on column messaging.chat.fan_unread is 'How many messages the fan has not read; the database keeps it.';
comment on column messaging.chat.model_unread is 'How many messages the model has not read; the database keeps it.';
comment on column messaging.media.taken_from is 'The message that it came in, once that is gone; kept by the database.';

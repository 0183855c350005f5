create schema messaging;

-- What a fan and a model say to each other: one chat for the two. `…_read_to` is the last message that a side has seen.
-- `fan_hidden_at` is set while the fan has the chat out of the list; the next message brings it back.
create table messaging.chat (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  model_id bigint not null,
  in_folders text[] not null default '{}',
  fan_read_to bigint not null default 0,
  model_read_to bigint not null default 0,
  fan_hidden_at timestamptz,
  -- When the newest message came, or when the chat was opened.
  active_at timestamptz not null,
  created_at timestamptz not null,
  unique (fan_id, model_id),
  unique (id, fan_id)
);
create index chat_fan on messaging.chat (fan_id, active_at desc, id desc);
create index chat_model on messaging.chat (model_id, active_at desc, id desc);

-- One text to many, each of whom has it as a message in the chat with the model.
create table messaging.mass_message (
  id bigint generated always as identity primary key,
  model_id bigint not null,
  client_id uuid not null,
  audience text not null check (audience in ('favourites', 'subscribers')),
  body text not null check (length(body) <= 2000),
  recipients integer not null check (recipients >= 0),
  sent_at timestamptz not null,
  taken_back_at timestamptz,
  unique (model_id, client_id)
);
create index mass_message_model on messaging.mass_message (model_id, id desc);

-- A picture or video of a chat. It outlives its message once it is bought. `broken`: the file held neither picture nor
-- video; `gone`: its files are deleted, and what stays is what a purchase refers to.
create table messaging.media (
  id bigint generated always as identity primary key,
  chat_id bigint not null references messaging.chat,
  message_type text not null check (message_type in ('media', 'paid_media')),
  kind text not null check (kind in ('picture', 'video')),
  state text not null check (state in ('processing', 'ready', 'broken', 'gone')),
  file_key text,
  thumb_key text,
  blurred_key text,
  width integer check (width > 0),
  height integer check (height > 0),
  seconds integer check (seconds >= 0),
  price integer check (price between 1 and 100000),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null,
  unique (id, message_type),
  unique (id, chat_id, message_type),
  check ((message_type = 'paid_media') = (price is not null)),
  check (state <> 'ready' or file_key is not null),
  check (state <> 'gone' or (file_key is null and thumb_key is null and blurred_key is null))
);
create index media_chat on messaging.media (chat_id, id desc);

-- Only models sell. The same `temp_id` of an author in a chat is the same message.
create table messaging.message (
  id bigint generated always as identity primary key,
  chat_id bigint not null references messaging.chat,
  author text not null check (author in ('fan', 'model')),
  type text not null check (type in ('text', 'media', 'paid_media')),
  body text not null default '' check (length(body) <= 2000),
  media_id bigint unique,
  mass_message_id bigint references messaging.mass_message,
  temp_id text check (length(temp_id) between 1 and 64),
  sent_at timestamptz not null,
  updated_at timestamptz not null,
  check ((type = 'text') = (media_id is null)),
  check (type <> 'text' or body <> ''),
  check (type <> 'paid_media' or author = 'model'),
  check (mass_message_id is null or author = 'model'),
  foreign key (media_id, type) references messaging.media (id, message_type)
);
create index message_chat on messaging.message (chat_id, id desc);
create unique index message_temp on messaging.message (chat_id, author, temp_id) where temp_id is not null;
create index message_mass on messaging.message (mass_message_id) where mass_message_id is not null;

-- A fan owns a picture or video that was for sale in one of the fan's own chats. Bought once, and for ever.
create table messaging.purchase (
  id bigint generated always as identity primary key,
  media_id bigint not null,
  chat_id bigint not null,
  fan_id bigint not null,
  message_type text not null default 'paid_media' check (message_type = 'paid_media'),
  idem_key text not null unique,
  tokens integer not null check (tokens > 0),
  transfer_id bigint not null unique,
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz not null,
  unique (fan_id, media_id),
  foreign key (media_id, chat_id, message_type) references messaging.media (id, chat_id, message_type),
  foreign key (chat_id, fan_id) references messaging.chat (id, fan_id)
);
create index purchase_media on messaging.purchase (media_id);

create function messaging.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are final', tg_table_schema, tg_table_name using errcode = 'ME001';
end $$;
create trigger final before update or delete on messaging.purchase
  for each row execute function messaging.refuse_change();
create trigger final_all before truncate on messaging.purchase
  for each statement execute function messaging.refuse_change();

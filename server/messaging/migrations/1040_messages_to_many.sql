-- A message to many is written down first and goes out by a job: at once, or at its time. The one to `new_subscribers`
-- stands until it is ended, and goes to each of them as they come.
alter table messaging.mass_message rename column sent_at to created_at;
alter table messaging.mass_message
  add column item_id bigint,
  add column media_id bigint unique references messaging.media,
  add column due_at timestamptz,
  -- When its recipients were listed, and when the last of them had it.
  add column started_at timestamptz,
  add column finished_at timestamptz,
  -- Why it never went out.
  add column failure text check (failure in ('not_listed', 'broken_file')),
  drop constraint mass_message_audience_check;
update messaging.mass_message set due_at = created_at, started_at = created_at, finished_at = created_at;
alter table messaging.mass_message
  alter column due_at set not null,
  add check (audience in ('everybody', 'favourites', 'subscribers', 'buyers', 'new_subscribers')),
  add check ((audience = 'buyers') = (item_id is not null)),
  add check (finished_at is null or started_at is not null or failure is not null);
create unique index mass_message_welcome on messaging.mass_message (model_id)
  where audience = 'new_subscribers' and finished_at is null;
create index mass_message_open on messaging.mass_message (due_at)
  where finished_at is null and audience <> 'new_subscribers';

-- A picture or video for many lies in no chat: it belongs to its model, and each chat gets a row of its own that names
-- the same files.
alter table messaging.media
  alter column chat_id drop not null,
  add column of_model bigint,
  add column mass_message_id bigint references messaging.mass_message,
  add check ((chat_id is null) = (of_model is not null)),
  add check (mass_message_id is null or chat_id is not null);
create index media_of_model on messaging.media (of_model) where of_model is not null;
create index media_mass on messaging.media (mass_message_id) where mass_message_id is not null;

-- Who gets a message to many: each of them once, whatever is repeated. A welcome names its model, from whom a fan gets one.
create table messaging.mass_recipient (
  mass_message_id bigint not null references messaging.mass_message,
  fan_id bigint not null,
  welcome_of bigint,
  state text not null check (state in ('waiting', 'sent', 'skipped')),
  chat_id bigint,
  message_id bigint,
  primary key (mass_message_id, fan_id),
  unique (welcome_of, fan_id),
  check ((state = 'sent') = (message_id is not null and chat_id is not null))
);
create index mass_recipient_waiting on messaging.mass_recipient (mass_message_id, fan_id) where state = 'waiting';
create index mass_recipient_fan on messaging.mass_recipient (fan_id);
insert into messaging.mass_recipient (mass_message_id, fan_id, state, chat_id, message_id)
  select message.mass_message_id, chat.fan_id, 'sent', chat.id, max(message.id)
  from messaging.message as message join messaging.chat as chat on chat.id = message.chat_id
  where message.mass_message_id is not null
  group by message.mass_message_id, chat.fan_id, chat.id;
create function messaging.keep_delivery() returns trigger language plpgsql as $$
begin
  raise exception 'who has a message to many keeps it' using errcode = 'ME001';
end $$;
create trigger delivered before update on messaging.mass_recipient
  for each row when (old.state <> 'waiting') execute function messaging.keep_delivery();

drop index messaging.message_mass;
create unique index message_mass on messaging.message (mass_message_id, chat_id) where mass_message_id is not null;

-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table live.gift (
  id integer not null,
  name_en text not null,
  name_es text not null,
  image text not null,
  price integer not null,
  constraint gift_pkey primary key (id),
  constraint gift_price_check check (price > 0)
);
-- The application may: select, insert, update.

create table live.line (
  id bigint generated always as identity not null,
  model_id bigint not null,
  author_id bigint,
  author_name text not null,
  author_role text not null,
  kind text not null,
  body text not null,
  tokens integer,
  gift_id integer,
  client_message_id text,
  at timestamptz not null,
  -- The session of the show in which it was posted; null in public.
  show_id bigint,
  menu_item_id bigint,
  -- Since when a message is removed from the chat; null while it is there.
  removed_at timestamptz,
  -- The language of its author; null where it is not known.
  language text,
  constraint line_pkey primary key (id),
  constraint line_gift_id_fkey foreign key (gift_id) references live.gift(id),
  constraint line_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint line_model_id_menu_item_id_fkey foreign key (model_id, menu_item_id) references live.menu_item(model_id, id),
  constraint author_name_written check (kit.is_written(author_name)),
  constraint body_written check (kit.is_written(body)),
  constraint line_author_role_check check (author_role in ('fan', 'model', 'system')),
  constraint line_body_check check (length(body) <= 300),
  constraint line_check check ((kind in ('tip', 'gift')) = (tokens is not null)),
  constraint line_check1 check ((kind = 'gift') = (gift_id is not null)),
  constraint line_check2 check (menu_item_id is null or kind = 'tip'),
  constraint line_check3 check (removed_at is null or kind = 'text'),
  constraint line_kind_check check (kind in ('text', 'tip', 'gift', 'system')),
  constraint line_language_check check (language in ('en', 'es')),
  constraint line_tokens_check check (tokens > 0),
  constraint text_says_something check (kind <> 'text' or body <> '')
);
create unique index line_client_message on live.line (author_id, client_message_id) where client_message_id is not null;
create index line_room on live.line (model_id, id desc);
-- The application may: select, insert, delete, update.

create table live.menu_item (
  id bigint generated always as identity not null,
  model_id bigint not null,
  position integer not null,
  title_en text not null,
  title_es text not null,
  -- Tokens.
  price integer not null,
  added_at timestamptz not null,
  -- Since when it is no longer offered; null while it is.
  removed_at timestamptz,
  constraint menu_item_pkey primary key (id),
  constraint menu_item_model_id_id_key unique (model_id, id),
  constraint menu_item_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint menu_item_price_check check (price >= 1 and price <= 1000000),
  constraint menu_item_title_en_check check (length(title_en) <= 60),
  constraint menu_item_title_es_check check (length(title_es) <= 60),
  constraint title_en_written check (kit.is_written(title_en)),
  constraint title_es_written check (kit.is_written(title_es))
);
create index menu_item_offered on live.menu_item (model_id, "position") where removed_at is null;
-- The application may: select, insert, update (position, title_en, title_es, removed_at).

create table live.moderation (
  id bigint generated always as identity not null,
  model_id bigint not null,
  actor_id bigint,
  action text not null,
  fan_id bigint,
  line_id bigint,
  minutes integer,
  at timestamptz not null,
  constraint moderation_pkey primary key (id),
  constraint moderation_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint moderation_action_check check (action in ('remove', 'mute', 'unmute')),
  constraint moderation_check check ((action = 'remove') = (line_id is not null)),
  constraint moderation_minutes_check check (minutes in (5, 60))
);
create index moderation_room on live.moderation (model_id, id desc);
-- The application may: select, insert, delete, update (actor_id, fan_id).

create table live.moderator (
  model_id bigint not null,
  fan_id bigint not null,
  since timestamptz not null,
  constraint moderator_pkey primary key (model_id, fan_id),
  constraint moderator_model_id_fkey foreign key (model_id) references live.room(model_id)
);
create index moderator_fan on live.moderator (fan_id);
-- The application may: select, insert, delete.

create table live.mute (
  model_id bigint not null,
  fan_id bigint not null,
  -- Null: muted for the broadcast that began at `broadcast_at`.
  muted_until timestamptz,
  broadcast_at timestamptz,
  constraint mute_pkey primary key (model_id, fan_id),
  constraint mute_model_id_fkey foreign key (model_id) references live.room(model_id)
);
create index mute_fan on live.mute (fan_id);
-- The application may: select, insert, delete, update (muted_until, broadcast_at).

create table live.room (
  model_id bigint not null,
  slug text not null,
  stream_key text not null,
  goal_title_en text,
  goal_title_es text,
  goal_target integer,
  goal_started_at timestamptz,
  live_since timestamptz,
  -- The last session; null before the first.
  session_id bigint,
  audience_version bigint default 0 not null,
  watchers integer default 0 not null,
  -- When the broadcast began that the stream is, or was last, a part of.
  broadcast_at timestamptz,
  stopped_at timestamptz,
  closed_at timestamptz,
  slow_seconds integer default 0 not null,
  shape text,
  constraint room_pkey primary key (model_id),
  constraint room_slug_key unique (slug),
  constraint room_stream_key_key unique (stream_key),
  constraint room_session_id_fkey foreign key (session_id) references live.session(id),
  constraint goal_title_en_written check (kit.is_written(goal_title_en)),
  constraint goal_title_es_written check (kit.is_written(goal_title_es)),
  constraint room_check check ((goal_target is null) = (goal_title_en is null)),
  constraint room_check1 check ((goal_target is null) = (goal_title_es is null)),
  constraint room_check2 check ((goal_target is null) = (goal_started_at is null)),
  constraint room_goal_target_check check (goal_target > 0),
  constraint room_shape_check check (shape in ('tall', 'wide')),
  constraint room_slow_seconds_check check (slow_seconds in (0, 5, 10, 30, 60)),
  constraint room_stream_key_check check (length(stream_key) >= 24),
  constraint room_watchers_check check (watchers >= 0)
) with (fillfactor=70);
create index room_on_air on live.room (model_id) where live_since is not null;
create trigger on_air after insert or update of session_id, live_since, watchers on live.room for each row execute function catalog.follow_room();
-- The application may: select, insert, update.

create table live.session (
  id bigint generated always as identity not null,
  model_id bigint not null,
  mode text not null,
  state text not null,
  model_paused boolean default false not null,
  spies_allowed boolean default false not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The model's note to the room meanwhile; null: nothing.
  pause_note text,
  constraint session_pkey primary key (id),
  constraint session_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint pause_note_written check (kit.is_written(pause_note)),
  constraint session_check check ((state = 'ended') = (ended_at is not null)),
  constraint session_check1 check (not model_paused or state = 'paused'),
  constraint session_check2 check (not spies_allowed or mode = 'private'),
  constraint session_mode_check check (mode in ('public', 'private', 'vip', 'promo')),
  constraint session_pause_note check (pause_note is null or model_paused),
  constraint session_pause_note_check check (length(pause_note) >= 1 and length(pause_note) <= 120),
  constraint session_state_check check (state in ('live', 'paused', 'ended'))
) with (fillfactor=70);
create unique index session_open on live.session (model_id) where state <> 'ended';
create trigger on_air after update of state, mode on live.session for each row when ((old.state = 'ended') is distinct from (new.state = 'ended') or old.mode is distinct from new.mode) execute function catalog.follow_session();
-- The application may: select, insert, update.

create table live.tip (
  id uuid default gen_random_uuid() not null,
  idem_key text not null,
  fan_id bigint not null,
  model_id bigint not null,
  tokens integer not null,
  gift_id integer,
  message text default '' not null,
  anonymous boolean default false not null,
  transfer_id bigint not null,
  balance_after bigint not null,
  at timestamptz not null,
  menu_item_id bigint,
  -- The chat of the two in which it was given; null in the room.
  chat_id bigint,
  named_in_public boolean default false not null,
  constraint tip_pkey primary key (id),
  constraint tip_idem_key_key unique (idem_key),
  constraint tip_transfer_id_key unique (transfer_id),
  constraint tip_gift_id_fkey foreign key (gift_id) references live.gift(id),
  constraint tip_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint tip_model_id_menu_item_id_fkey foreign key (model_id, menu_item_id) references live.menu_item(model_id, id),
  constraint message_written check (kit.is_written(message)),
  constraint tip_balance_after_check check (balance_after >= 0),
  constraint tip_check check (menu_item_id is null or gift_id is null),
  constraint tip_in_chat check (chat_id is null or not anonymous and menu_item_id is null),
  constraint tip_message_check check (length(message) <= 200),
  constraint tip_named_in_public check (not named_in_public or not anonymous and chat_id is null),
  constraint tip_tokens_check check (tokens > 0)
);
create index tip_model on live.tip (model_id, at) include (tokens);
create index tip_named on live.tip (model_id, at) include (fan_id, tokens) where named_in_public;
-- The application may: select, insert, update (message, named_in_public).

create function live.refuse_muted_comment()
returns trigger
language plpgsql
as $function$
begin
  if exists (
    select from content.item as item
    join live.mute as mute on mute.model_id = item.model_id and mute.fan_id = new.author_id
    join live.room as room on room.model_id = mute.model_id
    where item.id = new.item_id
      and case when mute.muted_until is null then mute.broadcast_at is not distinct from room.broadcast_at
               else mute.muted_until > new.written_at end) then
    raise exception 'fan % is muted', new.author_id using errcode = 'CO002';
  end if;
  return new;
end $function$;

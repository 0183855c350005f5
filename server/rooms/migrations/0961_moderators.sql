-- Fans who keep order in a model's public chat.
create table live.moderator (
  model_id bigint not null references live.room,
  fan_id bigint not null,
  since timestamptz not null,
  primary key (model_id, fan_id)
);
create index moderator_fan on live.moderator (fan_id);

-- Fans who may not write in a room's public chat: until an instant, or for the broadcast in which they were muted.
create table live.mute (
  model_id bigint not null references live.room,
  fan_id bigint not null,
  muted_until timestamptz,
  broadcast_at timestamptz,
  primary key (model_id, fan_id)
);
create index mute_fan on live.mute (fan_id);

-- What moderators and the model herself did, for the model to read. People are forgotten with their accounts.
create table live.moderation (
  id bigint generated always as identity primary key,
  model_id bigint not null references live.room,
  actor_id bigint,
  action text not null check (action in ('remove', 'mute', 'unmute')),
  fan_id bigint,
  line_id bigint,
  minutes integer check (minutes in (5, 60)),
  at timestamptz not null,
  check ((action = 'remove') = (line_id is not null))
);
create index moderation_room on live.moderation (model_id, id desc);

-- A removed message stays for the model alone, so that a repeated send does not bring it back.
alter table live.line add column removed_at timestamptz, add check (removed_at is null or kind = 'text');

-- A fan asks for a show, or a model invites to one: the other has half a minute to answer. `rate` and `minimum` are those
-- that the fan was shown.
create table live.show_request (
  id bigint generated always as identity primary key,
  model_id bigint not null references live.room,
  fan_id bigint not null,
  asked_by text not null check (asked_by in ('fan', 'model')),
  mode text not null check (mode in ('private', 'vip')),
  rate integer not null check (rate > 0),
  minimum integer not null check (minimum between 0 and rate),
  spies_allowed boolean not null,
  cap_tokens integer check (cap_tokens >= minimum),
  cap_s integer check (cap_s > 0),
  two_way boolean not null default false,
  -- The fan's id of the intent.
  key text,
  state text not null default 'asked' check (state in ('asked', 'accepted', 'declined', 'expired', 'withdrawn')),
  reason text,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  participant_id bigint references live.participant,
  check ((state = 'accepted') = (participant_id is not null)),
  unique (fan_id, key)
);
create unique index show_request_open on live.show_request (fan_id, model_id) where state = 'asked';
create index show_request_model on live.show_request (model_id) where state = 'asked';

-- The id of the intent that a spy began with: pressed twice it is one.
alter table live.participant add column key text, add unique (fan_id, key);

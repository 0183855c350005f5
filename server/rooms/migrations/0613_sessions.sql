-- Who is in a room and in which mode, said once: a session is one stretch of a room for one audience, a participant one
-- fan's part of it. They take over what stood in catalog.stream, in live.room and in shows.show.

alter table live.room
  -- The last session of the room; ended while she is not live.
  add column session_id bigint,
  -- Counts the changes of the room's audience: whoever was let in under an older number is out.
  add column audience_version bigint not null default 0,
  add column watchers integer not null default 0 check (watchers >= 0),
  -- A broadcast outlives the streams it is made of: one that begins soon after the last one's end goes on with it.
  add column broadcast_at timestamptz,
  add column stopped_at timestamptz,
  set (fillfactor = 70);

create table live.session (
  id bigint generated always as identity primary key,
  model_id bigint not null references live.room,
  mode text not null check (mode in ('public', 'private', 'vip', 'promo')),
  state text not null check (state in ('live', 'paused', 'ended')),
  -- She paused it herself, and not for want of her media.
  model_paused boolean not null default false,
  -- May others watch this show for money?
  spies_allowed boolean not null default false,
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check (not model_paused or state = 'paused'),
  check (not spies_allowed or mode = 'private')
) with (fillfactor = 70);
create unique index session_open on live.session (model_id) where state <> 'ended';

-- A fan in a show: who pays for it, who watches it as a spy, or for whom a promo is. Each has a meter and a consent of
-- their own, and is kept by one process, which renews its lease while it meters. Tokens are whole; rates are for a minute.
create table live.participant (
  id bigint generated always as identity primary key,
  session_id bigint not null references live.session,
  model_id bigint not null references live.room,
  fan_id bigint not null,
  role text not null check (role in ('payer', 'spy', 'promo')),
  promo_link_id bigint references shows.promo_link,
  -- Seconds of the promo that were used before.
  used_before_s integer not null default 0 check (used_before_s >= 0),
  -- What the fan agreed to.
  rate integer check (rate > 0),
  minimum integer not null default 0 check (minimum >= 0),
  cap_tokens integer check (cap_tokens > 0),
  limit_s integer check (limit_s > 0),
  two_way boolean not null default false,
  terms text,
  -- Seconds at the beginning that cost nothing.
  free_s integer not null default 0 check (free_s >= 0),
  served_ms bigint not null default 0 check (served_ms >= 0),
  -- The rates of all seconds that cost something, added up: a sixtieth of it is the price in tokens.
  price_units bigint not null default 0 check (price_units >= 0),
  hold_id bigint unique,
  -- What was charged, and what is left of the hold.
  spent bigint not null default 0 check (spent >= 0),
  held bigint not null default 0 check (held >= 0),
  -- At most a minute's price is set aside, by the highest rate that was agreed to.
  escrow_max integer not null default 0 check (escrow_max >= 0),
  -- A new rate that the fan has not agreed to yet, and until when they may.
  offered_rate integer check (offered_rate > 0),
  offer_expires_at timestamptz,
  pause_reason text check (pause_reason in ('model_media_lost', 'fan_media_lost', 'model_paused')),
  started_at timestamptz not null,
  keeper uuid not null,
  lease_until timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('used_up', 'fan_left', 'model_ended', 'model_left', 'withdrawn', 'banned',
    'cap_reached', 'out_of_tokens', 'price_declined', 'show_over')),
  check ((role = 'promo') = (promo_link_id is not null)),
  check ((role = 'promo') = (rate is null)),
  check ((role = 'promo') = (hold_id is null)),
  check (role <> 'promo' or (limit_s is not null and spent = 0 and price_units = 0)),
  check (limit_s is null or served_ms <= limit_s * 1000::bigint),
  check (minimum <= rate),
  check (spent <= greatest(price_units / 60, minimum)),
  check (spent <= cap_tokens),
  check (held <= escrow_max),
  check ((offered_rate is null) = (offer_expires_at is null)),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or held = 0)
) with (fillfactor = 70);
create unique index participant_open_fan on live.participant (fan_id) where ended_at is null;
create index participant_session on live.participant (session_id);
create index participant_fan on live.participant (fan_id, id desc);
create index participant_model on live.participant (model_id, id desc);
create index participant_open on live.participant (lease_until) where ended_at is null;

-- When a participant's meter stood still, and why; the last one of a show that is paused is open.
create table live.pause (
  participant_id bigint not null references live.participant,
  reason text not null check (reason in ('model_media_lost', 'fan_media_lost', 'model_paused')),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  primary key (participant_id, began_at)
);
create unique index pause_open on live.pause (participant_id) where ended_at is null;

-- Shows keep their ids as sessions and as participants: what was said in one names it.
insert into live.session (id, model_id, mode, state, started_at, ended_at) overriding system value
select show.id, show.model_id, show.type,
  case when open.model_id is null then 'ended' when stream.status = 'paused' then 'paused' else 'live' end,
  show.started_at,
  case when open.model_id is null then coalesce(show.ended_at, show.lease_until) end
from shows.show as show
join catalog.stream as stream on stream.model_id = show.model_id
left join live.room as open
  on open.model_id = show.model_id and open.show_id = show.id and show.ended_at is null and stream.status <> 'stopped';

insert into live.participant (id, session_id, model_id, fan_id, role, promo_link_id, used_before_s, limit_s, served_ms,
  pause_reason, started_at, keeper, lease_until, ended_at, end_reason) overriding system value
select id, id, model_id, fan_id, 'promo', promo_link_id, used_before_s, limit_s, served_ms, pause_reason, started_at,
  keeper, lease_until, ended_at, end_reason
from shows.show;

select setval(pg_get_serial_sequence('live.session', 'id'), (select coalesce(max(id), 1) from live.session),
  exists (select from live.session));
select setval(pg_get_serial_sequence('live.participant', 'id'), (select coalesce(max(id), 1) from live.participant),
  exists (select from live.participant));

insert into live.session (model_id, mode, state, started_at)
select stream.model_id, 'public', case stream.status when 'paused' then 'paused' else 'live' end,
  coalesce(stream.began_at, now())
from catalog.stream as stream
join live.room as room on room.model_id = stream.model_id
where stream.status <> 'stopped' and stream.type = 'public';

update live.room as room
set session_id = (select max(id) from live.session where session.model_id = room.model_id),
    watchers = stream.watchers, broadcast_at = stream.broadcast_at, stopped_at = stream.ended_at,
    live_since = case when stream.status <> 'stopped' then coalesce(room.live_since, stream.began_at, now()) end
from catalog.stream as stream
where stream.model_id = room.model_id;
-- An open session is newer than an ended one, but for a show that went on when its ids were given.
update live.room as room set session_id = session.id
from live.session as session where session.model_id = room.model_id and session.state <> 'ended';

alter table live.room
  add foreign key (session_id) references live.session,
  drop column show_id, drop column show_fan_id, drop column show_type;
drop table shows.show;
drop table catalog.stream;

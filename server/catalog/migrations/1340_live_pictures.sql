-- What a room shows now, as a picture on cards. It belongs to one public session, so that it never stands for a show, or for
-- another broadcast.
create table catalog.live_picture (
  model_id bigint primary key references catalog.model,
  session_id bigint not null references live.session,
  file text not null unique,
  taken_at timestamptz not null
);

create or replace view catalog.stream as
select model.id as model_id,
  case session.state when 'live' then 'began' when 'paused' then 'paused' else 'stopped' end as status,
  case when session.state <> 'ended' then session.mode else 'public' end as type,
  case when session.state <> 'ended' then room.watchers else 0 end as watchers,
  case when session.state <> 'ended' then room.live_since end as began_at,
  case when session.state <> 'ended' and session.mode = 'promo'
    then (select fan_id from live.participant where session_id = session.id and role = 'promo') end as fan_id,
  room.broadcast_at,
  room.stopped_at as ended_at,
  case when session.state = 'live' and session.mode = 'public' then session.id end as public_session_id,
  picture.file as picture
from catalog.model as model
left join live.room as room on room.model_id = model.id
left join live.session as session on session.id = room.session_id
left join catalog.live_picture as picture
  on picture.model_id = model.id and picture.session_id = session.id
  and session.state = 'live' and session.mode = 'public';

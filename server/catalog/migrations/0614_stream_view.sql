-- What a room shows to everybody, read by cards, lists and profiles from the rooms' sessions. `fan_id` is the only one for
-- whom a promo exists.
create view catalog.stream as
select model.id as model_id,
  case session.state when 'live' then 'began' when 'paused' then 'paused' else 'stopped' end as status,
  case when session.state <> 'ended' then session.mode else 'public' end as type,
  case when session.state <> 'ended' then room.watchers else 0 end as watchers,
  case when session.state <> 'ended' then room.live_since end as began_at,
  case when session.state <> 'ended' and session.mode = 'promo'
    then (select fan_id from live.participant where session_id = session.id and role = 'promo') end as fan_id,
  room.broadcast_at,
  room.stopped_at as ended_at
from catalog.model as model
left join live.room as room on room.model_id = model.id
left join live.session as session on session.id = room.session_id;

-- Lists are read in their own order, by whichever page: a page costs what it shows, however many models there are.
create index model_seen on catalog.model (gender_id, last_connection desc nulls last, id) where listed;
create index model_rank on catalog.model (gender_id, earning_rank, id) where listed;

-- The rooms that are on air now, few beside all models. `fan_id` is the only one for whom a promo exists.
create view catalog.on_air as
select session.model_id, session.mode as type, room.watchers,
  case when session.mode = 'promo'
    then (select fan_id from live.participant where session_id = session.id and role = 'promo') end as fan_id
from live.session as session
join live.room as room on room.model_id = session.model_id and room.session_id = session.id
where session.state <> 'ended' and room.live_since is not null;

alter table catalog.live_picture add constraint live_picture_session_id_fkey foreign key (session_id) references live.session(id);

-- What a room shows to everybody, read by cards, lists and profiles from the rooms' sessions. `fan_id` is the only one for
-- whom a promo exists.
create view catalog.stream as
select model.id as model_id,
        case session.state
            when 'live' then 'began'
            when 'paused' then 'paused'
            else 'stopped'
        end as status,
        case
            when session.state <> 'ended' then session.mode
            else 'public'
        end as type,
        case
            when session.state <> 'ended' then room.watchers
            else 0
        end as watchers,
        case
            when session.state <> 'ended' then room.live_since
            else null::timestamptz
        end as began_at,
        case
            when session.state <> 'ended' and session.mode = 'promo' then ( select participant.fan_id
               from live.participant
              where participant.session_id = session.id and participant.role = 'promo')
            else null::bigint
        end as fan_id,
    room.broadcast_at,
    room.stopped_at as ended_at,
        case
            when session.state = 'live' and session.mode = 'public' then session.id
            else null::bigint
        end as public_session_id,
    picture.file as picture
   from catalog.model model
     left join live.room room on room.model_id = model.id
     left join live.session session on session.id = room.session_id
     left join catalog.live_picture picture on picture.model_id = model.id and picture.session_id = session.id and session.state = 'live' and session.mode = 'public';

comment on column catalog.stream.fan_id is 'The fan of a promo; null otherwise.';
comment on column catalog.stream.broadcast_at is 'When the broadcast began that this stream is, or was last, a part of.';
comment on column catalog.stream.public_session_id is 'The session that everybody may watch now.';
comment on column catalog.stream.picture is 'The file of the picture that session shows.';

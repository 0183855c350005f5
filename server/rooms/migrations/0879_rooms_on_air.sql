-- The rooms that are on air are few beside all rooms, and every list asks for them.
create index room_on_air on live.room (model_id) where live_since is not null;

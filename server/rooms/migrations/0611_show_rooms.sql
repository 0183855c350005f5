-- The one-to-one show that a room is in. Nobody but its fan enters, hears or watches meanwhile.
alter table live.room
  add column show_id bigint,
  add column show_fan_id bigint,
  add column show_type text check (show_type in ('private', 'vip', 'promo')),
  add check ((show_id is null) = (show_fan_id is null) and (show_id is null) = (show_type is null));
-- What was said in a show belongs to it and is never read by the next audience.
alter table live.line add column show_id bigint;

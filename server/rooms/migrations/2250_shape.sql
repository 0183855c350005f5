-- What the model's picture was when it was last received: pages lay a room out before its first frame. Null before the first.
alter table live.room add column shape text;
alter table live.room add constraint room_shape_check check (shape in ('tall', 'wide'));

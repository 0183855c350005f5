-- How many seconds a fan waits between two messages of their own in this room; 0: as often as anywhere.
alter table live.room add column slow_seconds integer not null default 0 check (slow_seconds in (0, 5, 10, 30, 60));

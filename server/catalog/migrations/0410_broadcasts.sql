-- A broadcast outlives the streams it is made of: one that begins soon after the last one's end goes on with it.
alter table catalog.stream
  add column broadcast_at timestamptz,
  add column ended_at timestamptz;

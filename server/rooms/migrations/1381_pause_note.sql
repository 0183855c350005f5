-- What a model tells the room while they take a break; it goes with the break.
alter table live.session
  add column pause_note text check (length(pause_note) between 1 and 120),
  add constraint session_pause_note check (pause_note is null or model_paused);

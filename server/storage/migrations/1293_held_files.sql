-- Private files that somebody still needs when what they belonged to is gone: those of reports. They are not deleted
-- until the last who holds them lets them go.
create table storage.held_file (
  key text not null,
  holder text not null check (length(holder) between 1 and 60),
  primary key (key, holder)
);
create index held_file_holder on storage.held_file (holder);

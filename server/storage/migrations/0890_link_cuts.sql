create schema storage;

-- Links to private files that were made for a reader until `cut_at` open nothing any more: those to files of one owner,
-- or all of them where `owner_id` is 0. Rows may go once the longest-lived link of before is dead.
create table storage.link_cut (
  reader_id bigint not null,
  owner_id bigint not null default 0,
  cut_at timestamptz not null,
  primary key (reader_id, owner_id)
);
create index link_cut_age on storage.link_cut (cut_at);

create schema storage;

-- Private files that somebody still needs when what they belonged to is gone: those of reports. They are not deleted
-- until the last who holds them lets them go.
create table storage.held_file (
  key text not null,
  holder text not null,
  constraint held_file_pkey primary key (key, holder),
  constraint held_file_holder_check check (length(holder) >= 1 and length(holder) <= 60)
);
create index held_file_holder on storage.held_file (holder);

-- Links to private files that were made for a reader until `cut_at` open nothing any more: those to files of one owner,
-- or all of them where `owner_id` is 0. Rows may go once the longest-lived link of before is dead.
create table storage.link_cut (
  reader_id bigint not null,
  owner_id bigint default 0 not null,
  cut_at timestamptz not null,
  constraint link_cut_pkey primary key (reader_id, owner_id)
);
create index link_cut_age on storage.link_cut (cut_at);
-- Each of several nodes reads what others have revoked a moment ago.
create index link_cut_recent on storage.link_cut (cut_at);

-- Files that come in parts, so that a broken connection or a killed process costs at most the part under way. Parts lie
-- among the private files, which every node reads; what stands here is how far each upload has come.
create table storage.upload (
  id text not null,
  owner_id bigint not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  received bigint default 0 not null,
  created_at timestamptz not null,
  -- When a call began to use the whole file, and what it answered once it had.
  taken_at timestamptz,
  answer jsonb,
  constraint upload_pkey primary key (id),
  constraint upload_check check (received >= 0 and received <= size),
  constraint upload_check1 check (taken_at is null or received = size),
  constraint upload_check2 check (answer is null or taken_at is not null),
  constraint upload_content_type_check check (char_length(content_type) <= 100),
  constraint upload_id_check check (id ~ '^[A-Za-z0-9_-]{22}$'),
  constraint upload_name_check check (char_length(name) <= 200),
  constraint upload_size_check check (size >= 1 and size <= 524288000)
);
create index upload_age on storage.upload (created_at);
create index upload_owner on storage.upload (owner_id);

create table storage.upload_part (
  upload_id text not null,
  starts bigint not null,
  bytes bigint not null,
  key text not null,
  constraint upload_part_pkey primary key (upload_id, starts),
  constraint upload_part_key_key unique (key),
  constraint upload_part_upload_id_fkey foreign key (upload_id) references storage.upload(id) on delete cascade,
  constraint upload_part_bytes_check check (bytes > 0),
  constraint upload_part_starts_check check (starts >= 0)
);

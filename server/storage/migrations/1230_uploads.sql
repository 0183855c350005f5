-- Files that come in parts, so that a broken connection or a killed process costs at most the part under way. Parts lie
-- among the private files, which every node reads; what stands here is how far each upload has come.
create table storage.upload (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  owner_id bigint not null,
  name text not null check (char_length(name) <= 200),
  content_type text not null check (char_length(content_type) <= 100),
  size bigint not null check (size between 1 and 524288000),
  received bigint not null default 0 check (received between 0 and size),
  created_at timestamptz not null,
  -- When a call began to use the whole file, and what it answered once it had.
  taken_at timestamptz,
  answer jsonb,
  check (taken_at is null or received = size),
  check (answer is null or taken_at is not null)
);
create index upload_owner on storage.upload (owner_id);
create index upload_age on storage.upload (created_at);

create table storage.upload_part (
  upload_id text not null references storage.upload on delete cascade,
  starts bigint not null check (starts >= 0),
  bytes bigint not null check (bytes > 0),
  key text not null unique,
  primary key (upload_id, starts)
);

-- The pictures that models show on their pages, in the order of `place`.
create table catalog.gallery (
  id bigint generated always as identity primary key,
  model_id bigint not null references catalog.model (id),
  place smallint not null check (place between 1 and 24),
  -- Keys of the files, whole and small.
  file text not null unique,
  small_file text not null unique,
  width int not null check (width > 0),
  height int not null check (height > 0),
  added_at timestamptz not null,
  -- Looked at in the end of the transaction, because all of them change places together.
  constraint gallery_place unique (model_id, place) deferrable initially deferred
);

-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table mail.message (
  id bigint generated always as identity not null,
  address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  posted_at timestamptz not null,
  sent_at timestamptz,
  refused_at timestamptz,
  off_url text,
  constraint message_pkey primary key (id),
  constraint message_address_check check (length(address) >= 3 and length(address) <= 190),
  constraint message_check check (sent_at is null or refused_at is null),
  constraint message_off_url_check check (off_url ~ '^https?://'),
  constraint message_subject_check check (subject <> '' and subject !~ '[\r\n]')
);
create index message_outbox on mail.message (id) where sent_at is not null;
-- The application may: select, insert, delete, update.

create schema mail;

-- Mails on their way. A sent one leaves the table at once, unless the table itself is the outbox that is read.
create table mail.message (
  id bigint generated always as identity not null,
  address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  posted_at timestamptz not null,
  sent_at timestamptz,
  -- Refused for good by the receiving server: no retry would help.
  refused_at timestamptz,
  -- Where one click takes the reader off this kind of mail; null: it is no kind that one can be taken off.
  off_url text,
  constraint message_pkey primary key (id),
  constraint message_address_check check (length(address) >= 3 and length(address) <= 190),
  constraint message_check check (sent_at is null or refused_at is null),
  constraint message_off_url_check check (off_url ~ '^https?://'),
  constraint message_subject_check check (subject <> '' and subject !~ '[\r\n]')
);
create index message_outbox on mail.message (id) where sent_at is not null;
